import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/** Since when a user may not write or buy, and why; both null for everybody else. */
export const suspensions = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text } = dialectOf(engine)
    await sql.raw(`alter table users add column suspended_at ${text}`).execute(db)
    await sql.raw(`alter table users add column suspended_reason ${text}`).execute(db)
  },
})
