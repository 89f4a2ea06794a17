import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/** Whether a question may be looked up on the web, and the pages that an answer was written from. */
export const webSearch = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, flag } = dialectOf(engine)
    const statements = [
      `alter table messages add column search ${flag} not null default 0 check (search in (0, 1))`,
      `alter table messages add column sources ${text} not null default '[]'`,
      `alter table messages add column search_problem ${text}`,
      `alter table generations add column search ${text}`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
