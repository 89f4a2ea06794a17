import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/** Summaries of the beginnings of long chats (docs/decisions/092). */
export const summaries = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, integer, strict } = dialectOf(engine)
    const statements = [
      `create table chat_summaries (
        user_id ${integer} not null,
        chat_id ${text} not null,
        message_id ${text} not null,
        question_seq ${integer} not null,
        path_hash ${text} not null,
        content ${text} not null,
        tokens ${integer} not null,
        created_at ${text} not null,
        primary key (user_id, chat_id, message_id),
        foreign key (user_id, chat_id) references chats (user_id, id) on delete cascade,
        foreign key (user_id, message_id) references messages (user_id, id) on delete cascade
      ) ${strict}`,
      'create index chat_summaries_of_message on chat_summaries (user_id, message_id)',
      `alter table messages add column earlier_end ${text}`,
      `alter table messages add column earlier_summary ${text}`,
      `alter table chats add column summarise_after ${text}`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
