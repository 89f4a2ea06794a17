import type { Selectable } from 'kysely'
import type { Chat, Message } from '#contract/objects/chat.ts'
import type { Scores } from '#contract/objects/scores.ts'
import type { Usage } from '#contract/stream.ts'
import type { MessagesTable } from '../../db/schema/schema.ts'
import type { ChatRow } from './chat-lock.repository.ts'

export type MessageRow = Selectable<MessagesTable>

export function toChat(row: ChatRow, tags: readonly string[]): Chat {
  return {
    id: row.id,
    title: row.title,
    created_at: row.created_at,
    updated_at: row.updated_at,
    last_message_at: row.last_message_at,
    folder: row.folder_id,
    tags: [...tags],
    is_saved: row.is_saved === 1,
    expires_at: row.expires_at,
    preview: row.preview,
  }
}

/** `scores` is null unless the caller has read them. */
export function toMessage(row: MessageRow, scores: Scores | null = null): Message {
  return {
    id: row.id,
    chat: row.chat_id,
    role: row.role,
    content: row.content,
    status: row.status,
    failure: row.failure,
    created_at: row.created_at,
    updated_at: row.updated_at,
    seq: row.seq,
    reply_to: row.reply_to,
    version: row.version,
    replaces: row.replaces,
    superseded_by: row.superseded_by,
    has_reasoning: row.reasoning !== '',
    scores,
  }
}

export function toUsage(row: MessageRow): Usage | null {
  if (row.prompt_tokens === null || row.completion_tokens === null) return null
  return { prompt_tokens: row.prompt_tokens, completion_tokens: row.completion_tokens }
}
