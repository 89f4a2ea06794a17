import type { Dialect } from './dialect.ts'

const ofUser = ({ integer }: Dialect) => `user_id ${integer} not null references users (id) on delete cascade`

/** Users, sessions, plans and subscriptions; one statement for each element. */
export function accountTables(dialect: Dialect): string[] {
  const { text, integer, id, strict } = dialect
  const flag = `${dialect.flag} not null default 0`
  return [
    `create table users (
      id ${id},
      email ${text} not null unique,
      username ${text} not null,
      username_key ${text} not null unique,
      first_name ${text} not null,
      last_name ${text} not null,
      password_hash ${text},
      google_sub ${text} unique,
      is_admin ${flag} check (is_admin in (0, 1)),
      is_provider ${flag} check (is_provider in (0, 1)),
      is_vip ${flag} check (is_vip in (0, 1)),
      is_ad_subscriber ${flag} check (is_ad_subscriber in (0, 1)),
      receive_newsletters ${flag} check (receive_newsletters in (0, 1)),
      email_verified ${flag} check (email_verified in (0, 1)),
      photo_url ${text},
      language ${text} not null default 'en' check (language in ('en', 'es')),
      created_at ${text} not null,
      updated_at ${text} not null
    ) ${strict}`,
    `create table sessions (
      id ${text} primary key,
      ${ofUser(dialect)},
      device ${text} not null,
      generation ${integer} not null,
      rotated_at ${text} not null,
      previous_rotated_at ${text},
      created_at ${text} not null,
      last_used_at ${text} not null,
      expires_at ${text} not null,
      revoked_at ${text}
    ) ${strict}`,
    'create index sessions_of_user on sessions (user_id)',
    'create index sessions_by_expiry on sessions (expires_at)',
    `create table plans (
      id ${id},
      name ${text} not null,
      title ${text} not null,
      description ${text} not null,
      price ${text} not null,
      currency ${text} not null,
      interval ${text} not null check (interval in ('month', 'week', 'year', 'two_weeks')),
      features ${text} not null,
      is_enabled ${flag} check (is_enabled in (0, 1)),
      is_archived ${flag} check (is_archived in (0, 1)),
      product ${text} not null,
      tokens_limit ${integer} not null check (tokens_limit >= 0),
      searches_limit ${integer} not null check (searches_limit >= 0),
      created_at ${text} not null,
      updated_at ${text} not null
    ) ${strict}`,
    `create table subscriptions (
      id ${id},
      ${ofUser(dialect)},
      plan_id ${integer} not null references plans (id),
      status ${text} not null
        check (status in ('trialing', 'active', 'past_due', 'unpaid', 'canceled', 'incomplete')),
      is_trial ${flag} check (is_trial in (0, 1)),
      source ${text} not null,
      source_id ${text},
      current_period_start ${text} not null,
      current_period_end ${text} not null,
      cancel_at_period_end ${flag} check (cancel_at_period_end in (0, 1)),
      created_at ${text} not null,
      updated_at ${text} not null
    ) ${strict}`,
    'create index subscriptions_of_user on subscriptions (user_id, current_period_end)',
    'create index subscriptions_of_plan on subscriptions (plan_id)',
    'create unique index subscriptions_one_trial on subscriptions (user_id) where is_trial = 1',
    'create unique index subscriptions_by_source on subscriptions (source, source_id) where source_id is not null',
    `create table checkouts (
      id ${text} primary key,
      ${ofUser(dialect)},
      plan_id ${integer} not null references plans (id) on delete cascade,
      subscription_id ${integer} references subscriptions (id) on delete set null,
      created_at ${text} not null
    ) ${strict}`,
    'create index checkouts_of_user on checkouts (user_id)',
    'create index checkouts_of_plan on checkouts (plan_id)',
    'create index checkouts_of_subscription on checkouts (subscription_id)',
    `create table rate_limits (
      key ${text} primary key,
      count ${integer} not null,
      window_ends_at ${text} not null
    ) ${dialect.strictByKey}`,
    'create index rate_limits_by_end on rate_limits (window_ends_at)',
  ]
}
