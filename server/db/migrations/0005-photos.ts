import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/** Users' photos, stored in the database so that every server process serves the same (docs/decisions/023). */
export const photos = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, integer, bytes, strict } = dialectOf(engine)
    const statement = `create table photos (
      user_id ${integer} primary key references users (id) on delete cascade,
      name ${text} not null unique,
      content ${bytes} not null,
      created_at ${text} not null
    ) ${strict}`
    await sql.raw(statement).execute(db)
  },
})
