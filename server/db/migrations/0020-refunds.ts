import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/** Refunds by admins, when an invoice was paid, which attempts failed before, and subscriptions that were extended. */
export const refunds = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, integer, strict, id } = dialectOf(engine)
    const ofUser = `user_id ${integer} not null references users (id) on delete cascade`
    const statements = [
      `alter table subscriptions add column extended_until ${text}`,
      `alter table invoices add column paid_at ${text}`,
      "update invoices set paid_at = created_at where status = 'paid'",
      'create index invoices_by_payment on invoices (paid_at)',
      'create index invoices_of_subscription on invoices (subscription_source_id)',
      `create table payment_failures (
        id ${id},
        ${ofUser},
        invoice_id ${integer} not null references invoices (id) on delete cascade,
        source_id ${text} not null,
        failed_at ${text} not null,
        unique (invoice_id, source_id)
      ) ${strict}`,
      'create index payment_failures_of_user on payment_failures (user_id)',
      'create index payment_failures_by_time on payment_failures (failed_at)',
      `create table refunds (
        id ${id},
        ${ofUser},
        invoice_id ${integer} references invoices (id) on delete set null,
        request_id ${text} not null unique,
        actor_id ${integer},
        amount ${integer} not null,
        currency ${text} not null,
        reason ${text} not null,
        status ${text} not null check (status in ('pending', 'done', 'failed')),
        source ${text} not null,
        source_id ${text},
        created_at ${text} not null,
        updated_at ${text} not null
      ) ${strict}`,
      'create index refunds_of_user on refunds (user_id)',
      'create index refunds_of_invoice on refunds (invoice_id)',
      // At most one at a time, so that two requests together cannot refund more than was paid.
      "create unique index refunds_under_way on refunds (invoice_id) where status = 'pending'",
      `alter table sandbox_invoices add column paid_at ${text}`,
      "update sandbox_invoices set paid_at = created_at where status = 'paid'",
      `alter table sandbox_invoices add column failed_at ${text} not null default '[]'`,
      `create table sandbox_refunds (
        reference ${text} primary key,
        ${ofUser},
        invoice_id ${text} not null references sandbox_invoices (id) on delete cascade,
        amount ${integer} not null,
        created_at ${text} not null
      ) ${strict}`,
      'create index sandbox_refunds_of_user on sandbox_refunds (user_id)',
      'create index sandbox_refunds_of_invoice on sandbox_refunds (invoice_id)',
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
