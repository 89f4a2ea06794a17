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
 * `streaming` includes a queued answer, which has no text yet. A `deleted` message is a tombstone: it keeps its
 * position, so that positions have no gaps and every device learns of the deletion. It is never restored.
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
  /** Why an answer has failed or was interrupted (a GenerationFailure, or a code of a newer server); else null. */
  failure: v.nullable(v.string()),
  created_at: Timestamp,
  /** The time of the last change: finished, scored, superseded, deleted. Never decreases. */
  updated_at: Timestamp,
  /** Position in the chat, from 1, without gaps; later versions of an answer take positions at the end. */
  seq: Count,
  /** The id of the question that this message answers. */
  reply_to: v.nullable(Uuid),
  /** 1 for the first answer to a question; each reassessment adds one. */
  version: Count,
  /** The id of the edited question that this one supersedes, with all messages after it. */
  replaces: v.nullable(Uuid),
  /** The id of the question that has superseded this message's branch; null on the active path. */
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
