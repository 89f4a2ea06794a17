import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/** Pinned and archived chats, and Recently deleted (decisions 087 and 088). */
export const recentlyDeleted = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, flag } = dialectOf(engine)
    const statements = [
      `alter table chats add column is_pinned ${flag} not null default 0 check (is_pinned in (0, 1))`,
      `alter table chats add column is_archived ${flag} not null default 0 check (is_archived in (0, 1))`,
      `alter table chats add column deleted_at ${text}`,
      `alter table chats add column expires_warned_at ${text}`,
      'create index chats_by_order on chats (user_id, is_pinned, last_message_at, id) where deleted_at is null',
      'create index chats_by_deletion on chats (deleted_at) where deleted_at is not null',
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
