import * as v from 'valibot'
import { Count, Timestamp, Uuid } from '../../primitives.ts'
import { MessageStatus, Source } from '../chat.ts'
import { Score, ScoreReasons, ScoreSource } from '../scores.ts'

const made = { created_at: Timestamp }
const changed = { ...made, updated_at: Timestamp }
const mode = v.picklist(['text', 'voice'])
const tokens = v.nullable(Count)

const ExportedMessage = v.strictObject({
  id: Uuid,
  role: v.picklist(['user', 'assistant']),
  content: v.string(),
  status: MessageStatus,
  failure: v.nullable(v.string()),
  reasoning: v.string(),
  seq: Count,
  reply_to: v.nullable(Uuid),
  version: Count,
  parent: v.nullable(Uuid),
  replaces: v.nullable(Uuid),
  superseded_by: v.nullable(Uuid),
  request_mode: mode,
  response_mode: mode,
  /** Whether the web could be searched for the answer to this question. */
  search: v.boolean(),
  /** The web pages that the answer was written from. */
  sources: v.array(Source),
  search_problem: v.nullable(v.string()),
  /** The model that wrote the answer, and the one that was chosen for it. */
  model: v.nullable(v.string()),
  wanted_model: v.nullable(v.string()),
  /** The last message that the model did not get in full for this answer, and the last that a summary covered. */
  earlier_end: v.nullable(Uuid),
  earlier_summary: v.nullable(Uuid),
  /** The product from which the message was imported. */
  imported_from: v.nullable(v.string()),
  prompt_tokens: tokens,
  completion_tokens: tokens,
  ...changed,
})

/** While the state is `queued` or `running` there are no figures yet. `failed`: the answer could not be scored. */
const ExportedScores = v.strictObject({
  message_id: Uuid,
  state: v.picklist(['queued', 'running', 'scored', 'failed']),
  truth: Score,
  fairness: Score,
  wisdom: Score,
  duty: Score,
  safety: Score,
  liberty: Score,
  pcs: Score,
  ics: Score,
  reasons: ScoreReasons,
  source: v.nullable(ScoreSource),
  rubric_version: v.nullable(v.string()),
  prompt_tokens: tokens,
  completion_tokens: tokens,
  queued_at: Timestamp,
  scored_at: v.nullable(Timestamp),
})

const ExportedChat = v.strictObject({
  id: Uuid,
  title: v.string(),
  is_titled: v.boolean(),
  folder_id: v.nullable(Uuid),
  is_saved: v.boolean(),
  is_pinned: v.boolean(),
  is_archived: v.boolean(),
  expires_at: v.nullable(Timestamp),
  expires_warned_at: v.nullable(Timestamp),
  /** Since when it lies in Recently deleted. */
  deleted_at: v.nullable(Timestamp),
  preview: v.string(),
  ...changed,
  last_message_at: Timestamp,
  path: v.nullable(Uuid),
  versions: v.array(Uuid),
  /** The model that was chosen for the chat. */
  model: v.nullable(v.string()),
  tags: v.array(v.strictObject({ tag_id: Uuid })),
  messages: v.array(ExportedMessage),
  scores: v.array(ExportedScores),
  /** What the model is told of the messages up to one, in place of their texts. */
  summaries: v.array(v.strictObject({ message_id: Uuid, content: v.string(), tokens: Count, ...made })),
})

const ExportedLabel = v.strictObject({ id: Uuid, name: v.string(), color: v.nullable(v.string()), ...changed })

/** The sections of an AccountExport about chats and how they are ordered and shared. */
export const exportedChats = {
  folders: v.array(ExportedLabel),
  tags: v.array(ExportedLabel),
  chats: v.array(ExportedChat),
  /** Chats that everybody with the link can read: the link ends with the token. */
  shared_chats: v.array(
    v.strictObject({
      chat_id: Uuid,
      token: v.string(),
      message_ids: v.array(Uuid),
      with_author: v.boolean(),
      with_scores: v.boolean(),
      ...made,
      expires_at: v.nullable(Timestamp),
    }),
  ),
}
