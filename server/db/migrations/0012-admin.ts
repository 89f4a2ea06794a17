import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { userFlags } from '#contract/objects/user-list.ts'
import type { Engine } from '../database.ts'
import type { Database } from '../schema/schema.ts'
import { indexUsers } from '../search/user-index.ts'
import { dialectOf } from './dialect.ts'

/** For the admin panel (decision 036): versions of plans, the search index of users, and daily metrics. */
export const admin = (engine: Engine): Migration => ({
  async up(db: Kysely<Database>) {
    const { text, integer, strict, strictByKey } = dialectOf(engine)
    const statements = [
      `alter table plans add column version ${integer} not null default 1`,
      `create table user_words (
        word ${text} not null,
        user_id ${integer} not null references users (id) on delete cascade,
        primary key (word, user_id)
      ) ${strictByKey}`,
      'create index user_words_of_user on user_words (user_id)',
      ...userFlags.map((flag) => `create index users_who_${flag} on users (id) where ${flag} = 1`),
      'create index users_by_start on users (created_at)',
      `create table daily_figures (
        day ${text} primary key,
        active ${integer} not null,
        new_people ${integer} not null,
        answers ${integer} not null
      ) ${strict}`,
      // These indexes cover the metrics queries, so that no row is read.
      'create index subscriptions_by_start on subscriptions (plan_id, created_at, status, current_period_end, updated_at)',
      'create index subscriptions_by_end on subscriptions (plan_id, status, current_period_end, created_at, updated_at)',
      'create index subscriptions_by_change on subscriptions (plan_id, status, updated_at, current_period_end, created_at)',
      `create index answers_by_time on messages (created_at) where role = 'assistant' and status = 'complete'`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
    await indexUsers(db)
  },
})
