import type { Dialect } from './dialect.ts'

const ofUser = ({ integer }: Dialect) => `user_id ${integer} not null references users (id) on delete cascade`
const ofChat = ({ text }: Dialect) => `chat_id ${text} not null`
const chatKey = 'foreign key (user_id, chat_id) references chats (user_id, id) on delete cascade'

/** Chats, their labels and messages, and the generation jobs; one statement for each element. */
export function chatTables(dialect: Dialect): string[] {
  const { text, integer, id, strict, strictByKey } = dialect
  const flag = `${dialect.flag} not null default 0`
  return [
    ...['folders', 'tags'].map(
      (table) => `create table ${table} (
      ${ofUser(dialect)},
      id ${text} not null,
      name ${text} not null,
      color ${text},
      request_hash ${text} not null,
      created_at ${text} not null,
      updated_at ${text} not null,
      primary key (user_id, id)
    ) ${strict}`,
    ),
    `create table chats (
      ${ofUser(dialect)},
      id ${text} not null,
      title ${text} not null,
      is_titled ${flag} check (is_titled in (0, 1)),
      folder_id ${text},
      is_saved ${flag} check (is_saved in (0, 1)),
      expires_at ${text},
      preview ${text} not null default '',
      last_seq ${integer} not null default 0,
      request_hash ${text} not null,
      created_at ${text} not null,
      updated_at ${text} not null,
      last_message_at ${text} not null,
      primary key (user_id, id)
    ) ${strict}`,
    'create index chats_by_change on chats (user_id, updated_at, id)',
    'create index chats_by_message on chats (user_id, last_message_at, id)',
    'create index chats_by_folder on chats (user_id, folder_id) where folder_id is not null',
    'create index chats_by_expiry on chats (expires_at) where expires_at is not null',
    `create table chat_tags (
      ${ofUser(dialect)},
      ${ofChat(dialect)},
      tag_id ${text} not null,
      primary key (user_id, chat_id, tag_id),
      ${chatKey},
      foreign key (user_id, tag_id) references tags (user_id, id) on delete cascade
    ) ${strictByKey}`,
    'create index chat_tags_by_tag on chat_tags (user_id, tag_id)',
    `create table deletions (
      ${ofUser(dialect)},
      kind ${text} not null check (kind in ('chat', 'folder', 'tag')),
      id ${text} not null,
      deleted_at ${text} not null,
      primary key (user_id, kind, id)
    ) ${strictByKey}`,
    'create index deletions_by_time on deletions (user_id, deleted_at)',
    `create table messages (
      ${ofUser(dialect)},
      id ${text} not null,
      ${ofChat(dialect)},
      role ${text} not null check (role in ('user', 'assistant')),
      content ${text} not null,
      status ${text} not null check (status in ('streaming', 'complete', 'interrupted', 'failed')),
      failure ${text},
      reasoning ${text} not null default '',
      seq ${integer} not null check (seq >= 1),
      reply_to ${text},
      version ${integer} not null default 1,
      request_mode ${text} not null default 'text' check (request_mode in ('text', 'voice')),
      response_mode ${text} not null default 'text' check (response_mode in ('text', 'voice')),
      request_hash ${text} not null default '',
      prompt_tokens ${integer},
      completion_tokens ${integer},
      created_at ${text} not null,
      updated_at ${text} not null,
      primary key (user_id, id),
      unique (user_id, chat_id, seq),
      ${chatKey}
    ) ${strict}`,
    `create table generations (
      id ${id},
      ${ofUser(dialect)},
      ${ofChat(dialect)},
      message_id ${text} not null,
      status ${text} not null check (status in ('queued', 'running', 'finished')),
      stop_requested ${flag} check (stop_requested in (0, 1)),
      owner ${text},
      lease_expires_at ${text},
      attempts ${integer} not null default 0,
      created_at ${text} not null,
      finished_at ${text},
      ${chatKey}
    ) ${strict}`,
    'create index generations_of_chat on generations (user_id, chat_id)',
    'create index generations_of_message on generations (user_id, message_id)',
    `create unique index generations_one_running on generations (user_id, chat_id) where status = 'running'`,
    'create index generations_by_lease on generations (status, lease_expires_at)',
    `create table generation_chunks (
      generation_id ${integer} not null references generations (id) on delete cascade,
      n ${integer} not null,
      kind ${text} not null check (kind in ('reasoning', 'delta')),
      text ${text} not null,
      primary key (generation_id, n)
    ) ${strictByKey}`,
  ]
}
