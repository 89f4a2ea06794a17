import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/** When an admin has dismissed the report of a validator; null: it takes the exchange from everybody. */
export const dismissedReports = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text } = dialectOf(engine)
    await sql.raw(`alter table exchange_ratings add column dismissed_at ${text}`).execute(db)
    await sql
      .raw(
        `create index exchange_ratings_reported on exchange_ratings (exchange_id, created_at)
          where kind = 'report' and dismissed_at is null`,
      )
      .execute(db)
  },
})
