import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/** Pictures and files of messages; their bytes are objects in a file store (docs/decisions/085). */
export const files = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, integer, flag, id, strict, strictByKey } = dialectOf(engine)
    const ofUser = `user_id ${integer} not null references users (id) on delete cascade`
    const statements = [
      // The row of an object outlives its owner, without naming them, until the object is deleted from the store.
      `create table stored_objects (
        name ${text} primary key,
        user_id ${integer} references users (id) on delete set null,
        created_at ${text} not null
      ) ${strict}`,
      'create index stored_objects_by_time on stored_objects (created_at)',
      'create index stored_objects_of_user on stored_objects (user_id)',
      `create table file_contents (
        id ${id},
        ${ofUser},
        sha256 ${text} not null,
        size ${integer} not null,
        media_type ${text} not null,
        width ${integer},
        height ${integer},
        text ${text},
        is_cut ${flag} not null check (is_cut in (0, 1)),
        object ${text} not null,
        thumbnail ${text},
        created_at ${text} not null,
        unique (user_id, sha256)
      ) ${strict}`,
      'create unique index file_contents_by_object on file_contents (object)',
      'create unique index file_contents_by_thumbnail on file_contents (thumbnail)',
      `create table files (
        ${ofUser},
        id ${text} not null,
        name ${text} not null,
        given_type ${text} not null,
        sha256 ${text} not null,
        size ${integer} not null,
        received ${integer} not null,
        content_id ${integer} references file_contents (id),
        created_at ${text} not null,
        primary key (user_id, id)
      ) ${strict}`,
      'create index files_by_time on files (created_at)',
      'create index files_of_content on files (content_id)',
      `create table file_chunks (
        user_id ${integer} not null,
        file_id ${text} not null,
        start ${integer} not null,
        object ${text} not null,
        primary key (user_id, file_id, start),
        foreign key (user_id, file_id) references files (user_id, id) on delete cascade
      ) ${strictByKey}`,
      'create unique index file_chunks_by_object on file_chunks (object)',
      `create table message_files (
        user_id ${integer} not null,
        message_id ${text} not null,
        position ${integer} not null,
        file_id ${text} not null,
        primary key (user_id, message_id, position),
        foreign key (user_id, message_id) references messages (user_id, id) on delete cascade,
        foreign key (user_id, file_id) references files (user_id, id)
      ) ${strictByKey}`,
      'create index message_files_of_file on message_files (user_id, file_id)',
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
