import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import type { Database } from '../schema/schema.ts'
import { setNameKeys } from '../search/user-index.ts'
import { dialectOf } from './dialect.ts'

/** For the user list of the admin panel: an index that sorts by name, and one for the newest session of a user. */
export const userNameKeys = (engine: Engine): Migration => ({
  async up(db: Kysely<Database>) {
    const { text } = dialectOf(engine)
    const statements = [
      `alter table users add column name_key ${text} not null default ''`,
      'create index users_by_name on users (name_key, id)',
      'create index sessions_by_use on sessions (user_id, last_used_at)',
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
    await setNameKeys(db)
  },
})
