import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import type { Database } from '../schema/schema.ts'
import { accountTables } from './0001-account-tables.ts'
import { chatTables } from './0001-chat-tables.ts'
import { firstPlans } from './0001-first-plans.ts'
import { dialectOf } from './dialect.ts'

/** Creates the first tables and the three plans of the start page. */
export const foundation = (engine: Engine): Migration => ({
  async up(db: Kysely<Database>) {
    const dialect = dialectOf(engine)
    for (const statement of [...accountTables(dialect), ...chatTables(dialect)]) await sql.raw(statement).execute(db)
    await db.insertInto('plans').values(firstPlans(new Date().toISOString())).execute()
  },
})
