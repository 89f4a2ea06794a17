import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/** When an address was confirmed by a mailed link; null for those that were confirmed before, or otherwise. */
export const confirmationTimes = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text } = dialectOf(engine)
    await sql.raw(`alter table users add column email_confirmed_at ${text}`).execute(db)
  },
})
