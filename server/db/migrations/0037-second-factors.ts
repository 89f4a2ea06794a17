import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/** Second factors of accounts, and when a session last confirmed who uses it (docs/decisions/106). */
export const secondFactors = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, integer, strict, strictByKey } = dialectOf(engine)
    const statements = [
      `create table totp_secrets (
        user_id ${integer} primary key references users (id) on delete cascade,
        sealed ${text} not null,
        created_at ${text} not null,
        confirmed_at ${text},
        last_step ${integer}
      ) ${strict}`,
      `create table recovery_codes (
        user_id ${integer} not null references users (id) on delete cascade,
        code_hash ${text} not null,
        created_at ${text} not null,
        used_at ${text},
        primary key (user_id, code_hash)
      ) ${strictByKey}`,
      // Null in the sessions that an older server opens: they are asked to confirm.
      `alter table sessions add column confirmed_at ${text}`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
