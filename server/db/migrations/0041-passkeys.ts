import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/** Passkeys of accounts, and the challenges that they have answered (docs/decisions/109). */
export const passkeys = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, integer, strict, strictByKey } = dialectOf(engine)
    const statements = [
      `create table passkeys (
        user_id ${integer} not null references users (id) on delete cascade,
        id ${text} not null,
        credential_id ${text} not null unique,
        public_key ${text} not null,
        user_handle ${text} not null,
        counter ${integer} not null,
        transports ${text} not null,
        name ${text} not null,
        created_at ${text} not null,
        last_used_at ${text},
        primary key (user_id, id)
      ) ${strict}`,
      `create table answered_challenges (
        user_id ${integer} not null references users (id) on delete cascade,
        challenge_hash ${text} not null,
        expires_at ${text} not null,
        primary key (user_id, challenge_hash)
      ) ${strictByKey}`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
