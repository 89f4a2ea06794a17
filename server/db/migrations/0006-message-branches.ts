import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

const statuses = "('streaming', 'complete', 'interrupted', 'failed', 'deleted')"
const before = `user_id, id, chat_id, role, content, status, failure, reasoning, seq, reply_to, version, request_mode,
  response_mode, request_hash, prompt_tokens, completion_tokens, created_at, updated_at`

/**
 * Branches of a chat, tombstones of deleted messages, and answers that continue another's text (decision 026). SQLite
 * cannot change a check constraint, so its table is recreated; no foreign key references it.
 */
export const messageBranches = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, integer } = dialectOf(engine)
    const statements = [
      ...(engine === 'sqlite' ? remade() : altered(text)),
      'create index messages_by_change on messages (user_id, chat_id, updated_at)',
      `alter table generations add column begun ${integer} not null default 0`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})

const altered = (text: string) => [
  'alter table messages drop constraint messages_status_check',
  `alter table messages add constraint messages_status_check check (status in ${statuses})`,
  `alter table messages add column replaces ${text}`,
  `alter table messages add column superseded_by ${text}`,
]

const remade = () => [
  `create table messages_remade (
    user_id integer not null references users (id) on delete cascade,
    id text not null,
    chat_id text not null,
    role text not null check (role in ('user', 'assistant')),
    content text not null,
    status text not null check (status in ${statuses}),
    failure text,
    reasoning text not null default '',
    seq integer not null check (seq >= 1),
    reply_to text,
    version integer not null default 1,
    replaces text,
    superseded_by text,
    request_mode text not null default 'text' check (request_mode in ('text', 'voice')),
    response_mode text not null default 'text' check (response_mode in ('text', 'voice')),
    request_hash text not null default '',
    prompt_tokens integer,
    completion_tokens integer,
    created_at text not null,
    updated_at text not null,
    primary key (user_id, id),
    unique (user_id, chat_id, seq),
    foreign key (user_id, chat_id) references chats (user_id, id) on delete cascade
  ) strict`,
  `insert into messages_remade (${before}) select ${before} from messages`,
  'drop table messages',
  'alter table messages_remade rename to messages',
]
