import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/** The ids of remembered facts that were removed (docs/decisions/029). */
export const removedMemories = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, integer, strictByKey } = dialectOf(engine)
    const statements = [
      `create table removed_memories (
        user_id ${integer} not null references users (id) on delete cascade,
        id ${text} not null,
        removed_at ${text} not null,
        primary key (user_id, id)
      ) ${strictByKey}`,
      'create index removed_memories_by_age on removed_memories (removed_at)',
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
