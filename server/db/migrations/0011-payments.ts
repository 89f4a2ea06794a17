import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/**
 * The terms of sold plans, their buyers, and the state that a payment processor reports (decisions 034 and 035). Older
 * subscriptions keep following their plan, because nobody has paid for them.
 */
export const payments = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, integer, flag, id, strict, strictByKey } = dialectOf(engine)
    const ofUser = `user_id ${integer} not null references users (id) on delete cascade`
    const isFlag = (name: string, on: 0 | 1) => `${name} ${flag} not null default ${on} check (${name} in (0, 1))`
    const statuses = `'trialing', 'active', 'past_due', 'unpaid', 'canceled', 'incomplete'`
    const statements = [
      `create table plan_terms (
        id ${id},
        plan_id ${integer} not null references plans (id),
        hash ${text} not null,
        name ${text} not null,
        title ${text} not null,
        description ${text} not null,
        price ${text} not null,
        currency ${text} not null,
        interval ${text} not null check (interval in ('month', 'week', 'year', 'two_weeks')),
        features ${text} not null,
        tokens_limit ${integer} not null check (tokens_limit >= 0),
        searches_limit ${integer} not null check (searches_limit >= 0),
        created_at ${text} not null,
        unique (plan_id, hash)
      ) ${strict}`,
      `alter table subscriptions add column terms_id ${integer} references plan_terms (id)`,
      'create index subscriptions_of_terms on subscriptions (terms_id)',
      `alter table checkouts add column terms_id ${integer} references plan_terms (id)`,
      `alter table checkouts add column status ${text} not null default 'complete'
        check (status in ('open', 'complete', 'failed'))`,
      `alter table checkouts add column source ${text}`,
      `alter table checkouts add column source_id ${text}`,
      `create unique index checkouts_one_open on checkouts (user_id) where status = 'open'`,
      'create index checkouts_of_terms on checkouts (terms_id)',
      `create table payment_customers (
        ${ofUser},
        source ${text} not null,
        customer_id ${text} not null,
        asked ${integer} not null default 0,
        applied ${integer} not null default 0,
        synced_at ${text},
        ask_at ${text},
        created_at ${text} not null,
        primary key (user_id, source)
      ) ${strictByKey}`,
      'create unique index payment_customers_by_id on payment_customers (source, customer_id)',
      'create index payment_customers_to_ask on payment_customers (source, ask_at) where ask_at is not null',
      `create table payment_prices (
        terms_id ${integer} not null references plan_terms (id) on delete cascade,
        source ${text} not null,
        price_id ${text} not null,
        created_at ${text} not null,
        primary key (terms_id, source)
      ) ${strictByKey}`,
      `create table payment_events (
        source ${text} not null,
        id ${text} not null,
        type ${text} not null,
        handled_at ${text} not null,
        primary key (source, id)
      ) ${strictByKey}`,
      'create index payment_events_by_time on payment_events (handled_at)',
      `create table sandbox_sessions (
        id ${text} primary key,
        ${ofUser},
        status ${text} not null check (status in ('open', 'complete', 'declined', 'expired')),
        price ${text} not null,
        success_url ${text} not null,
        leave_url ${text} not null,
        metadata ${text} not null,
        expires_at ${text} not null,
        created_at ${text} not null
      ) ${strict}`,
      'create index sandbox_sessions_of_user on sandbox_sessions (user_id)',
      `create table sandbox_subscriptions (
        id ${text} primary key,
        ${ofUser},
        status ${text} not null check (status in (${statuses})),
        price ${text} not null,
        metadata ${text} not null,
        anchor ${text} not null,
        periods ${integer} not null,
        current_period_start ${text} not null,
        current_period_end ${text} not null,
        ${isFlag('cancel_at_period_end', 0)},
        ${isFlag('card_works', 1)},
        failures ${integer} not null default 0,
        due_at ${text},
        created_at ${text} not null
      ) ${strict}`,
      'create index sandbox_subscriptions_of_user on sandbox_subscriptions (user_id)',
      'create index sandbox_subscriptions_due on sandbox_subscriptions (due_at) where due_at is not null',
      `create table sandbox_events (
        seq ${id},
        id ${text} not null unique,
        ${ofUser},
        type ${text} not null,
        body ${text} not null,
        created_at ${text} not null,
        delivered_at ${text}
      ) ${strict}`,
      'create index sandbox_events_of_user on sandbox_events (user_id)',
      'create index sandbox_events_waiting on sandbox_events (seq) where delivered_at is null',
      // Tokens reserved for answers in progress, so that several answers at once cannot each use all that is left.
      `alter table generations add column reserved ${integer} not null default 0`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
