import * as v from 'valibot'
import { Color, Count, Label, Timestamp, Uuid } from '../primitives.ts'
import { Scores } from './scores.ts'

export const Chat = v.object({
  id: Uuid,
  title: v.string(),
  created_at: Timestamp,
  updated_at: Timestamp,
  last_message_at: Timestamp,
  folder: v.nullable(Uuid),
  tags: v.array(Uuid),
  is_saved: v.boolean(),
  expires_at: v.nullable(Timestamp),
  preview: v.string(),
})
export type Chat = v.InferOutput<typeof Chat>

/**
 * `streaming` covers an answer that waits for its turn too: nothing of it is written yet. Of a `deleted` message only
 * the place is left, so that positions have no gaps and every device learns of it; it stays deleted.
 */
export const messageStatuses = ['streaming', 'complete', 'interrupted', 'failed', 'deleted'] as const
export const MessageStatus = v.picklist(messageStatuses)
export type MessageStatus = v.InferOutput<typeof MessageStatus>

export const Message = v.object({
  id: Uuid,
  chat: Uuid,
  role: v.picklist(['user', 'assistant']),
  content: v.string(),
  status: MessageStatus,
  /** Why an answer failed or broke off (a GenerationFailure, or one of a newer server); null when nothing went wrong. */
  failure: v.nullable(v.string()),
  created_at: Timestamp,
  /** Of the last change: finished, scored, superseded, deleted. Never goes back. */
  updated_at: Timestamp,
  /** Position in the chat, from 1, without gaps; later versions of an answer take later positions. */
  seq: Count,
  /** The question that an answer answers. */
  reply_to: v.nullable(Uuid),
  /** 1 for the first answer to a question; a reassessment adds one. */
  version: Count,
  /** The question that this one takes the place of, with all that followed there: it was edited and sent again. */
  replaces: v.nullable(Uuid),
  /** The question that took the place of the one with which this message's branch began; null on the active path. */
  superseded_by: v.nullable(Uuid),
  has_reasoning: v.boolean(),
  scores: v.nullable(Scores),
})
export type Message = v.InferOutput<typeof Message>

export const Exchange = v.object({ user_message: Message, assistant_message: Message })
export type Exchange = v.InferOutput<typeof Exchange>

export const Folder = v.object({
  id: Uuid,
  name: v.string(),
  color: v.nullable(Color),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Folder = v.InferOutput<typeof Folder>
export const Tag = Folder
export type Tag = Folder

export const LabelInput = v.object({ id: Uuid, name: Label, color: v.optional(v.nullable(Color)) })
export const LabelPatch = v.object({
  name: v.optional(Label),
  color: v.optional(v.nullable(Color)),
})
