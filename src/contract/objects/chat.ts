import * as v from 'valibot'
import { Color, Count, Label, says, Timestamp, Uuid } from '../primitives.ts'
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

/** `streaming` covers an answer that waits for its turn too: nothing of it is written yet. */
export const messageStatuses = ['streaming', 'complete', 'interrupted', 'failed'] as const
export const MessageStatus = v.picklist(messageStatuses)
export type MessageStatus = v.InferOutput<typeof MessageStatus>

export const Message = v.object({
  id: Uuid,
  chat: Uuid,
  role: v.picklist(['user', 'assistant']),
  content: v.string(),
  status: MessageStatus,
  created_at: Timestamp,
  /** Position in the chat, from 1, without gaps; later versions of an answer take later positions. */
  seq: Count,
  /** The question that an answer answers. */
  reply_to: v.nullable(Uuid),
  /** 1 for the first answer to a question; a reassessment adds one. */
  version: Count,
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

export const voices = v.pipe(v.string(says('invalid')), v.maxLength(200, says('too_long')))
export const Memory = v.object({ id: Uuid, text: v.pipe(v.string(), v.maxLength(500)), created_at: Timestamp })

/** What the assistant knows of a person, and how the chat behaves for them. */
export const ChatProfile = v.object({
  preferred_name: v.pipe(v.string(), v.maxLength(80, says('too_long'))),
  about: v.pipe(v.string(), v.maxLength(2000, says('too_long'))),
  tone: v.pipe(v.string(), v.maxLength(60, says('too_long'))),
  memory_enabled: v.boolean(),
  memories: v.array(Memory),
  voice: v.nullable(voices),
  show_scores: v.boolean(),
  show_reasoning: v.boolean(),
  enter_sends: v.boolean(),
  autoplay: v.boolean(),
  unsaved_chats_days: v.nullable(v.picklist([7, 30, 90])),
})
export type ChatProfile = v.InferOutput<typeof ChatProfile>
