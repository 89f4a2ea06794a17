import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The yearly plan gets twelve times Monthly's limits, unless an admin has changed them. */
export const yearlyLimits = (): Migration => ({
  async up(db: Kysely<never>) {
    await sql`update plans set tokens_limit = 24000000, searches_limit = 2400
      where name = 'yearly' and tokens_limit = 2000000 and searches_limit = 200`.execute(db)
  },
})
