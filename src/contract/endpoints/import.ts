import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import {
  CHAT_TITLE_MAX,
  CHAT_VERSIONS_MAX,
  IMPORT_BODY_MAX,
  IMPORT_CHATS_MAX,
  IMPORT_CHECKS_MAX,
  IMPORT_MESSAGE_MAX,
  IMPORT_MESSAGES_MAX,
  MODEL_ID_MAX,
} from '../limits.ts'
import { ImportSource } from '../objects/chat.ts'
import { boundedArray, says, Timestamp, Uuid } from '../primitives.ts'

/**
 * A message of another product. The client derives its id from the other product's, so a second import finds it stored.
 * Questions name the question before them on their path, answers their question; both must be stored or stand before.
 */
const ImportedMessage = v.object({
  id: Uuid,
  role: v.picklist(['user', 'assistant'], says('invalid')),
  content: v.pipe(
    v.string(says('content_required')),
    v.minLength(1, says('content_required')),
    v.maxLength(IMPORT_MESSAGE_MAX, says('too_long')),
  ),
  created_at: Timestamp,
  /** For a question, the question before it; null for a first one. */
  parent: v.optional(v.nullable(Uuid)),
  /** For an answer, its question. */
  reply_to: v.optional(Uuid),
  /** For an answer, the model that wrote it, as the other product names it. */
  model: v.optional(v.pipe(v.string(says('invalid')), v.maxLength(MODEL_ID_MAX, says('too_long')))),
})
export type ImportedMessage = v.InferOutput<typeof ImportedMessage>

const ImportedChat = v.object({
  id: Uuid,
  title: v.pipe(v.string(says('invalid')), v.trim(), v.maxLength(CHAT_TITLE_MAX, says('too_long'))),
  created_at: Timestamp,
  is_saved: v.optional(v.boolean(says('invalid'))),
  is_pinned: v.optional(v.boolean(says('invalid'))),
  is_archived: v.optional(v.boolean(says('invalid'))),
  /** As in a chat; ids that are not stored yet have no effect, since later portions may bring them. */
  path: v.optional(v.nullable(Uuid)),
  versions: v.optional(boundedArray(Uuid, CHAT_VERSIONS_MAX)),
  messages: boundedArray(ImportedMessage, IMPORT_MESSAGES_MAX),
})
export type ImportedChat = v.InferOutput<typeof ImportedChat>

/** `deleted`: it lies in Recently deleted and is skipped. `erased`: it was deleted for good; `again` brings it back. */
export const ImportState = v.picklist(['new', 'grown', 'known', 'deleted', 'erased'])
export type ImportState = v.InferOutput<typeof ImportState>

export const checkImport = endpoint({
  method: 'POST',
  path: '/companion/import/check/',
  summary: 'Which chats of an import are stored already; `grown` lacks the newest message that the import has',
  access: 'user',
  body: v.object({ chats: boundedArray(v.object({ id: Uuid, newest: Uuid }), IMPORT_CHECKS_MAX) }),
  responses: { 200: v.object({ results: v.array(v.object({ id: Uuid, state: ImportState })) }) },
  errors: [],
})

export const importChats = endpoint({
  method: 'POST',
  path: '/companion/import/',
  summary:
    'Stores chats of another product with their times, without asking the model. What is stored already is skipped, so a portion may be sent again, and a long chat in several portions',
  access: 'user',
  body: v.object({
    source: ImportSource,
    /** Chats that were deleted for good come back. */
    again: v.optional(v.boolean(says('invalid'))),
    chats: boundedArray(ImportedChat, IMPORT_CHATS_MAX),
  }),
  bodyMax: IMPORT_BODY_MAX,
  responses: {
    200: v.object({
      results: v.array(
        v.object({
          id: Uuid,
          /** `refused`: a message names one that the chat does not have, or its id belongs to another chat. */
          state: v.picklist(['created', 'known', 'deleted', 'erased', 'refused']),
          /** The messages that were stored. */
          added: v.number(),
        }),
      ),
    }),
  },
  errors: ['subscription_required'],
})
