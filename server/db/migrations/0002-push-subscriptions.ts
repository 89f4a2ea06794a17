import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/** Push subscriptions; a browser has one address, which belongs to the user who is signed in there. */
export const pushSubscriptions = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, integer, strict } = dialectOf(engine)
    const statements = [
      `create table push_subscriptions (
        endpoint_hash ${text} primary key,
        user_id ${integer} not null references users (id) on delete cascade,
        session_id ${text} not null references sessions (id) on delete cascade,
        endpoint ${text} not null,
        p256dh ${text} not null,
        auth ${text} not null,
        language ${text} not null check (language in ('en', 'es')),
        created_at ${text} not null,
        updated_at ${text} not null
      ) ${strict}`,
      'create index push_subscriptions_of_user on push_subscriptions (user_id, updated_at)',
      'create index push_subscriptions_of_session on push_subscriptions (session_id)',
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
