import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/** From which product's export a message was imported (docs/decisions/091). */
export const imports = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text } = dialectOf(engine)
    await sql.raw(`alter table messages add column imported_from ${text}`).execute(db)
  },
})
