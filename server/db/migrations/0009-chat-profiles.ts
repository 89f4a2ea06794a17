import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/**
 * The chat profiles, the facts to remember, the usage of answers, and volunteers who rate answers (decision 029). Usage
 * is stored apart from the messages, because messages can be deleted.
 */
export const chatProfiles = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, integer, flag, id, strict, strictByKey } = dialectOf(engine)
    const ofUser = `user_id ${integer} not null references users (id) on delete cascade`
    const isOn = (name: string, on: 0 | 1) => `${name} ${flag} not null default ${on} check (${name} in (0, 1))`
    const statements = [
      `create table chat_profiles (
        user_id ${integer} primary key references users (id) on delete cascade,
        preferred_name ${text} not null default '',
        about ${text} not null default '',
        tone ${text} not null default '',
        ${isOn('memory_enabled', 1)},
        voice ${text},
        ${isOn('show_scores', 1)},
        ${isOn('show_reasoning', 1)},
        ${isOn('enter_sends', 1)},
        ${isOn('autoplay', 0)},
        unsaved_chats_days ${integer} default 30 check (unsaved_chats_days in (7, 30, 90)),
        updated_at ${text} not null
      ) ${strict}`,
      `create table memories (
        ${ofUser},
        id ${text} not null,
        text ${text} not null,
        created_at ${text} not null,
        updated_at ${text} not null,
        primary key (user_id, id)
      ) ${strict}`,
      `create table usage_entries (
        ${ofUser},
        message_id ${text} not null,
        at ${text} not null,
        tokens ${integer} not null,
        searches ${integer} not null,
        primary key (user_id, message_id)
      ) ${strictByKey}`,
      'create index usage_of_period on usage_entries (user_id, at)',
      'create index usage_by_time on usage_entries (at)',
      `insert into usage_entries (user_id, message_id, at, tokens, searches)
        select user_id, id, created_at, coalesce(prompt_tokens, 0) + coalesce(completion_tokens, 0), 0
        from messages where prompt_tokens is not null or completion_tokens is not null`,
      `create table validators (
        id ${id},
        ${ofUser},
        name ${text} not null,
        email ${text} not null unique,
        created_at ${text} not null
      ) ${strict}`,
      'create index validators_of_user on validators (user_id)',
      'create index deletions_by_age on deletions (deleted_at)',
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
