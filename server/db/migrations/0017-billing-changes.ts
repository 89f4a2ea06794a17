import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/**
 * Scheduled changes of plan, the grace period of a failed payment, invoices, the processor's account, and the addresses
 * that have had a trial.
 */
export const billingChanges = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, integer, strict, strictByKey, id } = dialectOf(engine)
    const ofUser = `user_id ${integer} not null references users (id) on delete cascade`
    const statements = [
      `alter table subscriptions add column scheduled_terms_id ${integer} references plan_terms (id)`,
      `alter table subscriptions add column scheduled_at ${text}`,
      `alter table subscriptions add column grace_until ${text}`,
      `alter table subscriptions add column changing_until ${text}`,
      'create index subscriptions_of_scheduled_terms on subscriptions (scheduled_terms_id)',
      `alter table payment_customers add column processor_account ${text}`,
      `alter table payment_customers add column gone_at ${text}`,
      `create table payment_accounts (
        source ${text} primary key,
        processor_account ${text} not null,
        previous_account ${text},
        noticed_at ${text} not null
      ) ${strictByKey}`,
      `create table invoices (
        id ${id},
        ${ofUser},
        source ${text} not null,
        source_id ${text} not null,
        subscription_source_id ${text},
        description ${text} not null,
        total ${integer} not null,
        tax ${integer} not null,
        refunded ${integer} not null,
        currency ${text} not null,
        status ${text} not null check (status in ('paid', 'open', 'failed')),
        receipt_url ${text},
        created_at ${text} not null,
        updated_at ${text} not null,
        unique (source, source_id)
      ) ${strict}`,
      'create index invoices_of_user on invoices (user_id, created_at)',
      `create table past_trials (
        address_hash ${text} primary key,
        kept_until ${text} not null
      ) ${strictByKey}`,
      'create index past_trials_by_time on past_trials (kept_until)',
      `alter table sandbox_sessions add column starts_at ${text}`,
      `alter table sandbox_subscriptions add column next_price ${text}`,
      `alter table sandbox_subscriptions add column next_terms ${text}`,
      `create table sandbox_invoices (
        id ${text} primary key,
        ${ofUser},
        subscription_id ${text} not null references sandbox_subscriptions (id) on delete cascade,
        description ${text} not null,
        total ${integer} not null,
        currency ${text} not null,
        status ${text} not null check (status in ('paid', 'failed')),
        created_at ${text} not null
      ) ${strict}`,
      'create index sandbox_invoices_of_user on sandbox_invoices (user_id)',
      'create index sandbox_invoices_of_subscription on sandbox_invoices (subscription_id)',
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
