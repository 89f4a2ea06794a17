import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import {
  CHAT_TAGS_MAX,
  CHAT_TITLE_MAX,
  CHAT_VERSIONS_MAX,
  MESSAGE_BODY_MAX,
  MESSAGE_MAX,
  PAGE_SIZE_MAX,
} from '../limits.ts'
import { Chat, Exchange, Message } from '../objects/chat.ts'
import { FileIds } from '../objects/file.ts'
import { ModelId } from '../objects/model.ts'
import { boundedArray, CountParam, FlagParam, says, Timestamp, Uuid, UuidParams } from '../primitives.ts'

const Title = v.pipe(v.string(says('invalid')), v.trim(), v.maxLength(CHAT_TITLE_MAX, says('too_long')))
const Tags = boundedArray(Uuid, CHAT_TAGS_MAX)

export const listChats = endpoint({
  method: 'GET',
  path: '/companion/chats/',
  summary: 'Chats in the order of the list; with `updated_after`, changes and deletions since then',
  access: 'user',
  query: v.object({
    cursor: v.optional(v.pipe(v.string(), v.maxLength(300, says('invalid')))),
    limit: v.optional(CountParam(1, PAGE_SIZE_MAX)),
    updated_after: v.optional(Timestamp),
    /** Chats in Recently deleted: without this they count as deleted. */
    deleted: v.optional(v.picklist(['exclude', 'include', 'only'], says('invalid'))),
  }),
  responses: {
    200: v.object({
      results: v.array(Chat),
      next_cursor: v.nullable(v.string()),
      deleted: v.array(Uuid),
      synced_at: Timestamp,
      /** True if `updated_after` is older than all tombstones: this lists all chats, and the client deletes others. */
      complete: v.optional(v.boolean()),
    }),
  },
  errors: [],
})

export const createChat = endpoint({
  method: 'POST',
  path: '/companion/chats/',
  summary: 'Makes a chat under the id that the client chose; a repeat returns it with 200',
  access: 'user',
  body: v.object({
    id: Uuid,
    title: v.optional(Title),
    folder: v.optional(v.nullable(Uuid)),
    tags: v.optional(Tags),
  }),
  responses: { 201: Chat, 200: Chat },
  errors: ['id_conflict', 'subscription_required'],
})

export const getChat = endpoint({
  method: 'GET',
  path: '/companion/chats/{id}/',
  summary: 'One chat, without its messages',
  access: 'user',
  params: UuidParams,
  responses: { 200: Chat },
  errors: ['not_found'],
})

export const updateChat = endpoint({
  method: 'PATCH',
  path: '/companion/chats/{id}/',
  summary: 'Changes a chat, or chooses its current path',
  access: 'user',
  params: UuidParams,
  body: v.object({
    title: v.optional(Title),
    folder: v.optional(v.nullable(Uuid)),
    /** The whole list of tags; or additions and removals, so that two devices do not overwrite each other's tags. */
    tags: v.optional(Tags),
    tags_add: v.optional(Tags),
    tags_remove: v.optional(Tags),
    is_saved: v.optional(v.boolean(says('invalid'))),
    is_pinned: v.optional(v.boolean(says('invalid'))),
    is_archived: v.optional(v.boolean(says('invalid'))),
    /** The current path leads through this message, and below it to the newest question; null: to the newest of all. */
    path: v.optional(v.nullable(Uuid)),
    /** Each becomes the current version of its answer; the versions of other answers stay as they are. */
    versions: v.optional(boundedArray(Uuid, CHAT_VERSIONS_MAX)),
    /** The model that answers in this chat; null: that of the user's settings. One that is gone is no error. */
    model: v.optional(v.nullable(ModelId)),
  }),
  responses: { 200: Chat },
  errors: ['not_found', 'invalid_message_or_chat'],
})

export const deleteChat = endpoint({
  method: 'DELETE',
  path: '/companion/chats/{id}/',
  summary: 'Moves a chat to Recently deleted for 30 days, or deletes it for good',
  access: 'user',
  params: UuidParams,
  query: v.object({ permanent: v.optional(FlagParam) }),
  responses: { 204: 'empty' },
  errors: ['not_found'],
})

export const restoreChat = endpoint({
  method: 'POST',
  path: '/companion/chats/{id}/restore/',
  summary: 'Takes a chat out of Recently deleted',
  access: 'user',
  params: UuidParams,
  responses: { 200: Chat },
  errors: ['not_found'],
})

/**
 * `seen`: the `synced_at` of the list that the device had when the user asked; what changed since then stays. `age`, in
 * its place: how long ago the user asked, in seconds, by the clock of the device; what is younger stays.
 */
const clearingTime = { age: v.optional(CountParam(0, 999_999_999)), seen: v.optional(Timestamp) }

export const clearHistory = endpoint({
  method: 'DELETE',
  path: '/companion/chats/clear-history/',
  summary: 'Moves all chats to Recently deleted, or deletes them for good; saved ones only when asked',
  access: 'user',
  query: v.object({ include_saved: v.optional(FlagParam), permanent: v.optional(FlagParam), ...clearingTime }),
  responses: { 200: v.object({ deleted: v.number() }) },
  errors: [],
})

export const emptyDeleted = endpoint({
  method: 'DELETE',
  path: '/companion/chats/deleted/',
  summary: 'Deletes all chats in Recently deleted for good',
  access: 'user',
  query: v.object(clearingTime),
  responses: { 200: v.object({ deleted: v.number() }) },
  errors: [],
})

export const getMessages = endpoint({
  method: 'GET',
  path: '/companion/chat/{id}/',
  summary:
    'A page of messages, ascending; the newest page without `before` and `after` (positions). With `updated_after`, those that changed since then, from the first, go on with `after`',
  access: 'user',
  params: UuidParams,
  query: v.object({
    before: v.optional(CountParam(0, 999_999_999)),
    after: v.optional(CountParam(0, 999_999_999)),
    limit: v.optional(CountParam(1, PAGE_SIZE_MAX)),
    updated_after: v.optional(Timestamp),
  }),
  responses: {
    /** `synced_at` of the first page is the next `updated_after`. */
    200: v.object({ chat: Chat, messages: v.array(Message), has_more: v.boolean(), synced_at: Timestamp }),
  },
  errors: ['not_found'],
})

export const RequestMode = v.picklist(['text', 'voice'], says('invalid'))
export const ResponseMode = RequestMode

const MessageFields = v.object({
  id: Uuid,
  chat: Uuid,
  /** May be empty when the message has files. */
  content: v.pipe(v.string(says('content_required')), v.maxLength(MESSAGE_MAX, says('too_long'))),
  request_mode: v.optional(RequestMode, 'text'),
  response_mode: v.optional(ResponseMode, 'text'),
  /** The edited question of this chat: it and all later messages are superseded by this one. */
  replaces: v.optional(Uuid),
  /**
   * A message of the path under which this question is asked: it is added at the end of that path, which becomes the
   * current one. Without it, or when this chat has no such message, it is added to the current path.
   */
  parent: v.optional(Uuid),
  /** Complete files of this user, in order. Without it, a question that replaces another takes over its files. */
  files: v.optional(FileIds),
  /** Whether the web may be searched for the answer. */
  search: v.optional(v.boolean(says('invalid'))),
  /** The model that was chosen when the question was written; without it, that of the chat or of the settings. */
  model: v.optional(ModelId),
})

export const MessageInput = v.pipe(
  MessageFields,
  v.forward(
    v.partialCheck(
      [['content'], ['files']],
      ({ content, files = [] }) => content.trim() !== '' || files.length > 0,
      says('content_required'),
    ),
    ['content'],
  ),
)
export type MessageInput = v.InferOutput<typeof MessageInput>

export const sendMessage = endpoint({
  method: 'POST',
  path: '/companion/chat/',
  summary:
    'Asks. Streams with `Accept: text/event-stream`; 202 at once with `Prefer: respond-async`; else 200 when the answer is complete',
  access: 'user',
  body: MessageInput,
  bodyMax: MESSAGE_BODY_MAX,
  responses: { 200: Exchange, 202: Exchange },
  errors: [
    'invalid_message_or_chat',
    'not_found',
    'id_conflict',
    'conflict',
    'files_missing',
    'subscription_required',
    'limit_reached',
  ],
})

const MessageRef = v.object({ message: Uuid })

export const streamAnswer = endpoint({
  method: 'GET',
  path: '/companion/chat/{id}/stream/',
  summary: 'An answer as it is written, after the event named by `Last-Event-ID`',
  access: 'user',
  params: UuidParams,
  query: MessageRef,
  responses: { 200: 'event-stream' },
  errors: ['not_found'],
})

export const stopAnswer = endpoint({
  method: 'POST',
  path: '/companion/chat/{id}/stop/',
  summary: 'Ends an answer where it stands; a finished one is returned as it is',
  access: 'user',
  whileSuspended: true,
  params: UuidParams,
  body: MessageRef,
  responses: { 200: Message },
  errors: ['not_found', 'conflict'],
})

export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/companion/chat/{id}/messages/{message}/',
  summary:
    'Deletes a question with all its answers, or one version of an answer; returns what is deleted, a repeat the same',
  access: 'user',
  params: v.object({ id: Uuid, message: Uuid }),
  responses: { 200: v.object({ chat: Chat, messages: v.array(Message) }) },
  errors: ['not_found'],
})

export const reassess = endpoint({
  method: 'POST',
  path: '/companion/chat/reassess/',
  summary: 'A new version of an answer; answers as `POST /companion/chat/` does',
  access: 'user',
  body: v.object({
    id: Uuid,
    message: Uuid,
    /** Continues the interrupted answer: the new version begins with its text. */
    continue: v.optional(v.literal(true, says('invalid'))),
    /** The model that shall answer; without it, that of the chat. A continued answer stays with its model. */
    model: v.optional(ModelId),
  }),
  responses: { 200: Exchange, 202: Exchange },
  errors: [
    'invalid_message_or_chat',
    'no_previous_user_message',
    'not_found',
    'conflict',
    'id_conflict',
    'subscription_required',
    'limit_reached',
  ],
})

export const getSummary = endpoint({
  method: 'GET',
  path: '/companion/chat/{id}/summary/{message}/',
  summary: 'What the model is told of the messages up to one that an answer names in `earlier`',
  access: 'user',
  params: v.object({ id: Uuid, message: Uuid }),
  responses: { 200: v.object({ message: Uuid, content: v.string(), created_at: Timestamp }) },
  errors: ['not_found'],
})

export const getReasoning = endpoint({
  method: 'GET',
  path: '/companion/chat/reasoning/{id}/',
  summary: 'What the model thought before it answered; the id is that of the answer',
  access: 'user',
  params: UuidParams,
  responses: { 200: v.object({ message: Uuid, reasoning: v.string() }) },
  errors: ['not_found'],
})
