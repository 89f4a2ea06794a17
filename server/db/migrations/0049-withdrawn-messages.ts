import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/** The ids of messages that were deleted before they arrived (docs/decisions/131). */
export const withdrawnMessages = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, integer, strictByKey } = dialectOf(engine)
    const statements = [
      `create table withdrawn_messages (
        user_id ${integer} not null references users (id) on delete cascade,
        id ${text} not null,
        withdrawn_at ${text} not null,
        primary key (user_id, id)
      ) ${strictByKey}`,
      'create index withdrawn_messages_by_age on withdrawn_messages (withdrawn_at)',
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
