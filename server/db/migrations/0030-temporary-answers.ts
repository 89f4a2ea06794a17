import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/** The tokens that answers in temporary chats, which have no other row, reserve until they end (docs/decisions/094). */
export const temporaryAnswers = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { integer } = dialectOf(engine)
    await sql.raw(`alter table usage_entries add column reserved ${integer} not null default 0`).execute(db)
  },
})
