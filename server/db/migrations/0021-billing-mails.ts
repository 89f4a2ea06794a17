import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/** Mails about money, why an invoice was written, and when charging it is tried again. */
export const billingMails = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, integer, strict, id } = dialectOf(engine)
    const statements = [
      `alter table invoices add column reason ${text}`,
      `alter table invoices add column next_attempt_at ${text}`,
      `alter table sandbox_invoices add column reason ${text} not null default 'other'`,
      `create table billing_mails (
        id ${id},
        user_id ${integer} not null references users (id) on delete cascade,
        kind ${text} not null,
        key ${text} not null,
        subscription_id ${integer} references subscriptions (id) on delete cascade,
        invoice_id ${integer} references invoices (id) on delete set null,
        terms_id ${integer} references plan_terms (id) on delete set null,
        amount ${integer},
        status ${text} not null check (status in ('waiting', 'sending', 'sent', 'failed', 'dropped')),
        attempts ${integer} not null default 0,
        due_at ${text},
        sent_at ${text},
        created_at ${text} not null,
        unique (user_id, key)
      ) ${strict}`,
      'create index billing_mails_due on billing_mails (due_at) where due_at is not null',
      'create index billing_mails_of_subscription on billing_mails (subscription_id)',
      'create index billing_mails_of_invoice on billing_mails (invoice_id)',
      'create index billing_mails_of_terms on billing_mails (terms_id)',
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
