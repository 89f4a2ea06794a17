import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/** Tokens of mailed links and SSO, each valid once; and the known addresses of users (decision 019). */
export const oneTimeTokens = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, integer, strict, strictByKey } = dialectOf(engine)
    const statements = [
      `create table one_time_tokens (
        token_hash ${text} primary key,
        user_id ${integer} not null references users (id) on delete cascade,
        purpose ${text} not null check (purpose in ('reset', 'verify_email', 'sso', 'google')),
        audience ${text},
        session_id ${text} references sessions (id) on delete cascade,
        created_at ${text} not null,
        expires_at ${text} not null,
        used_at ${text}
      ) ${strict}`,
      'create index one_time_tokens_of_user on one_time_tokens (user_id, purpose)',
      'create index one_time_tokens_by_expiry on one_time_tokens (expires_at)',
      `create table known_addresses (
        user_id ${integer} not null references users (id) on delete cascade,
        address_hash ${text} not null,
        seen_at ${text} not null,
        primary key (user_id, address_hash)
      ) ${strictByKey}`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
