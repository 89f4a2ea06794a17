import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/** The order in which waiting answers begin; null in rows of a server that does not know it yet. */
export const queueTurns = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text } = dialectOf(engine)
    await sql.raw(`alter table generations add column turn_at ${text}`).execute(db)
  },
})
