import type { Selectable } from 'kysely'
import * as v from 'valibot'
import { type Chat, type Message, Source } from '#contract/objects/chat.ts'
import type { Feedback } from '#contract/objects/feedback.ts'
import type { File } from '#contract/objects/file.ts'
import type { Scores } from '#contract/objects/scores.ts'
import type { Usage } from '#contract/stream.ts'
import type { MessagesTable } from '../../db/schema/schema.ts'
import type { ChatRow } from './chat-lock.repository.ts'

export type MessageRow = Selectable<MessagesTable>

const Sources = v.array(Source)
const Versions = v.array(v.string())

/** The ids of the answer versions that the user chose. Most chats have none, so the common `[]` is not parsed. */
export const readVersions = ({ versions }: Pick<ChatRow, 'versions'>): string[] =>
  versions === '[]' ? [] : v.parse(Versions, JSON.parse(versions))

/** The columns of a chat that its owner sees. */
export const shownColumns = [
  'id',
  'title',
  'created_at',
  'updated_at',
  'last_message_at',
  'folder_id',
  'is_saved',
  'is_pinned',
  'is_archived',
  'expires_at',
  'expires_warned_at',
  'deleted_at',
  'preview',
  'path',
  'versions',
  'model',
] as const satisfies (keyof ChatRow)[]

export type ShownChat = Pick<ChatRow, (typeof shownColumns)[number]>

export function toChat(row: ShownChat, tags: readonly string[]): Chat {
  return {
    id: row.id,
    title: row.title,
    created_at: row.created_at,
    updated_at: row.updated_at,
    last_message_at: row.last_message_at,
    folder: row.folder_id,
    tags: [...tags],
    is_saved: row.is_saved === 1,
    is_pinned: row.is_pinned === 1,
    is_archived: row.is_archived === 1,
    expires_at: row.expires_at,
    expires_warned_at: row.expires_warned_at,
    deleted_at: row.deleted_at,
    preview: row.preview,
    path: row.path,
    versions: readVersions(row),
    model: row.model,
  }
}

/** What the caller has read of a message beside its row. */
interface Beside {
  scores?: Scores | undefined
  files?: readonly File[] | undefined
  feedback?: Feedback | undefined
}

export function toMessage(row: MessageRow, { scores, files = [], feedback }: Beside = {}): Message {
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
    ...(row.role === 'user' ? { parent: row.parent, files: [...files] } : {}),
    version: row.version,
    replaces: row.replaces,
    superseded_by: row.superseded_by,
    has_reasoning: row.reasoning !== '',
    sources: v.parse(Sources, JSON.parse(row.sources)),
    search_problem: row.search_problem,
    model: row.model,
    replaced_model: row.wanted_model === row.model ? null : row.wanted_model,
    ...(row.earlier_end === null ? {} : { earlier: { end: row.earlier_end, summary: row.earlier_summary } }),
    ...(row.imported_from === null ? {} : { imported_from: row.imported_from }),
    scores: scores ?? null,
    feedback: feedback ?? null,
  }
}

export function toUsage(row: MessageRow): Usage | null {
  if (row.prompt_tokens === null || row.completion_tokens === null) return null
  return { prompt_tokens: row.prompt_tokens, completion_tokens: row.completion_tokens }
}
