import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import type { Database } from '../schema/schema.ts'
import { indexEverything } from '../search/index-everything.ts'
import { dialectOf } from './dialect.ts'

/** The index of titles and messages, filled from the existing rows (docs/decisions/028). */
export const search = (engine: Engine): Migration => ({
  async up(db: Kysely<Database>) {
    const { text, integer, id, strict } = dialectOf(engine)
    const statements = [
      `create table search_entries (
        id ${id},
        user_id ${integer} not null,
        chat_id ${text} not null,
        message_id ${text},
        ${engine === 'postgres' ? 'words tsvector not null,' : ''}
        foreign key (user_id, chat_id) references chats (user_id, id) on delete cascade,
        foreign key (user_id, message_id) references messages (user_id, id) on delete cascade
      ) ${strict}`,
      'create unique index search_entries_of_message on search_entries (user_id, message_id) where message_id is not null',
      'create unique index search_entries_of_title on search_entries (user_id, chat_id) where message_id is null',
      'create index search_entries_of_chat on search_entries (user_id, chat_id)',
      ...(engine === 'postgres' ? postgres : sqlite),
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
    await indexEverything(db)
  },
})

const postgres = ['create index search_entries_by_word on search_entries using gin (words)']

/** The tokens are already folded and split: the tokenizer only has to leave them whole. */
const sqlite = [
  `create virtual table search_words using fts5 (words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`,
  `create trigger search_forgets after delete on search_entries begin
    delete from search_words where rowid = old.id;
  end`,
]
