import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/** Chats that everybody with a link can read (docs/decisions/098). */
export const sharedChats = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, integer, flag, strict } = dialectOf(engine)
    const statements = [
      `create table shared_chats (
        user_id ${integer} not null,
        chat_id ${text} not null,
        token ${text} not null,
        message_ids ${text} not null,
        with_author ${flag} not null check (with_author in (0, 1)),
        with_scores ${flag} not null check (with_scores in (0, 1)),
        created_at ${text} not null,
        expires_at ${text},
        primary key (user_id, chat_id),
        foreign key (user_id, chat_id) references chats (user_id, id) on delete cascade
      ) ${strict}`,
      'create unique index shared_chats_by_token on shared_chats (token)',
      'create index shared_chats_by_end on shared_chats (expires_at)',
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
