import * as v from 'valibot'
import { Color, Count, Label, Timestamp, Uuid } from '../primitives.ts'
import { Feedback } from './feedback.ts'
import { File } from './file.ts'
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
  /** Missing from an older server and from rows of an older build, like `deleted_at` and `expires_warned_at`. */
  is_pinned: v.optional(v.boolean()),
  is_archived: v.optional(v.boolean()),
  expires_at: v.nullable(Timestamp),
  /** When the user was notified of `expires_at`, a week before it; null: not yet. */
  expires_warned_at: v.optional(v.nullable(Timestamp)),
  /** Since when the chat lies in Recently deleted. */
  deleted_at: v.optional(v.nullable(Timestamp)),
  preview: v.string(),
  /**
   * The newest question of the current path. Null or missing: the newest of the chat, from which the path leads back
   * by `parent`. A new question is always the newest and ends the choice of another path.
   */
  path: v.optional(v.nullable(Uuid)),
  /** Answers that were chosen among the versions of an answer; of all others, the newest version is current. */
  versions: v.optional(v.array(Uuid)),
  /** The model that its user has chosen for it, which may be gone; null or missing: that of the user's settings. */
  model: v.optional(v.nullable(v.string())),
})
export type Chat = v.InferOutput<typeof Chat>

/**
 * `streaming` includes a queued answer, which has no text yet. A `deleted` message is a tombstone: it keeps its
 * position, so that positions have no gaps and every device learns of the deletion. It is never restored.
 */
const messageStatuses = ['streaming', 'complete', 'interrupted', 'failed', 'deleted'] as const
export const MessageStatus = v.picklist(messageStatuses)
export type MessageStatus = v.InferOutput<typeof MessageStatus>

/** A web page that an answer was written from; `[n]` in its text refers to it. Its texts are written by strangers. */
export const Source = v.object({ n: Count, url: v.string(), title: v.string(), site: v.string() })
export type Source = v.InferOutput<typeof Source>

/** Why a web search that was asked for did not contribute to the answer. */
const searchProblems = ['limit_reached', 'unavailable', 'nothing_found'] as const
export type SearchProblem = (typeof searchProblems)[number]

/** What an answer was written without: the messages of its path up to `end`. */
export const EarlierMessages = v.object({
  /** The last message that the model did not get in full. */
  end: Uuid,
  /**
   * The last message that a summary covered, which the model got instead (`GET …/summary/{message}/`); null without
   * one. Those between it and `end` were left out.
   */
  summary: v.nullable(Uuid),
})
export type EarlierMessages = v.InferOutput<typeof EarlierMessages>

/** The products whose exports can be imported, this one included. */
export const ImportSource = v.picklist(['chatgpt', 'claude', 'companion'])
export type ImportSource = v.InferOutput<typeof ImportSource>

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
  /** For a question, the question before it on its path: null for a first one, missing from an older server. */
  parent: v.optional(v.nullable(Uuid)),
  /** 1 for the first answer to a question; each reassessment adds one. */
  version: Count,
  /** The id of the edited question that this one supersedes, with all messages after it. */
  replaces: v.nullable(Uuid),
  /** The question of the current path that stands in the place of this message's branch; null on the current path. */
  superseded_by: v.nullable(Uuid),
  has_reasoning: v.boolean(),
  /** In the order of their numbers; missing in messages that an older build of the app has stored. */
  sources: v.optional(v.array(Source)),
  /** The files of a question, in the order in which the user attached them; missing in messages of an older build. */
  files: v.optional(v.array(File)),
  /** A SearchProblem, or a code of a newer server; null or missing without one. */
  search_problem: v.optional(v.nullable(v.string())),
  /** For an answer, the id of the model that writes it; missing from an older server, null where it is not known. */
  model: v.optional(v.nullable(v.string())),
  /** For an answer, the chosen model in whose place `model` writes, because it is gone or switched off; else null. */
  replaced_model: v.optional(v.nullable(v.string())),
  /** What the model did not get of a chat that was too long for it; missing when it got all. */
  earlier: v.optional(EarlierMessages),
  /** The product from which it was imported (an ImportSource, or one of a newer server); missing otherwise. */
  imported_from: v.optional(v.string()),
  scores: v.nullable(Scores),
  /** For an answer, the rating and report of its owner; null or missing without it. */
  feedback: v.optional(v.nullable(Feedback)),
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
