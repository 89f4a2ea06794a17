import type { Api } from '#api/client.ts'
import { isApiError, UnexpectedResponseError } from '#api/errors.ts'
import {
  clearHistory,
  createChat,
  deleteChat,
  deleteMessage,
  emptyDeleted,
  getChat,
  restoreChat,
  sendMessage,
  updateChat,
} from '#contract/endpoints/chats.ts'
import {
  createFolder,
  createTag,
  deleteFolder,
  deleteTag,
  updateChatProfile,
  updateFolder,
  updateTag,
} from '#contract/endpoints/companion.ts'
import { giveFeedback } from '#contract/endpoints/feedback.ts'
import { offerExchange, rateExchange, withdrawOffer } from '#contract/endpoints/ratings/ratings.ts'
import type { Chat, Exchange, Folder, Message } from '#contract/objects/chat.ts'
import type { ChatProfile } from '#contract/objects/chat-profile.ts'
import type { OfferedExchange } from '#contract/objects/ratings/rating.ts'
import type { OutboxEntry } from '../database/rows.ts'
import { type Conflict, findChatConflicts, findNameConflict } from './detect-conflicts.ts'

type MessageDeletion = Extract<OutboxEntry, { kind: 'message.delete' }>
type FeedbackEntry = Extract<OutboxEntry, { kind: 'message.feedback' }>
type Creation = Extract<OutboxEntry, { kind: 'chat.create' }>

/** The slowest connection that is supported, in bytes per second; it makes the timeout grow with the text. */
const SLOWEST_LINE = 2_000
const TIMEOUT_MS = 30_000
/** With a token refresh included, shorter than the lease of an entry. */
const LONGEST_TIMEOUT_MS = 80_000

/** The timeout for sending a text, in milliseconds. */
export function sendTimeout(text: string): number {
  const bytes = new TextEncoder().encode(text).length
  return Math.min(LONGEST_TIMEOUT_MS, TIMEOUT_MS + Math.ceil((1_000 * bytes) / SLOWEST_LINE))
}

/** What the server has returned for an entry. */
export type Acknowledged =
  | { exchange: Exchange }
  | { chat: Chat }
  | { erased: { chat: Chat; messages: Message[] } | null }
  | { rated: Message | null }
  | { offer: OfferedExchange | null }
  | { ratedExchange: string }
  | { deleted: string }
  | { history: 'history.clear' | 'history.empty' }
  | { label: Folder }
  | { deletedLabel: string }
  | { profile: ChatProfile }

/**
 * Sends one entry as its user. Throws if a response that `named` checks is about something else than what was sent.
 * Calls `onConflicts` with values of another device before it overwrites them: they cannot be read afterwards.
 */
export async function sendEntry(
  api: Api,
  entry: OutboxEntry,
  signal: AbortSignal | undefined,
  onConflicts: (conflicts: Conflict[]) => Promise<void>,
): Promise<Acknowledged> {
  const common = { as: entry.userId, signal }
  const named = (id: string, sent: string) => {
    if (id !== sent) throw new UnexpectedResponseError(200, 'The answer names something else than what was sent')
  }
  switch (entry.kind) {
    case 'message.send': {
      const headers = { prefer: 'respond-async' }
      const timeoutMs = sendTimeout(entry.body.content)
      const exchange = await api.call(sendMessage, { ...common, headers, timeoutMs, body: entry.body })
      named(exchange.user_message.id, entry.id)
      return { exchange }
    }
    case 'message.delete':
      return { erased: await deleteMessageOnce(api, entry, signal) }
    case 'message.feedback':
      return { rated: await giveFeedbackOnce(api, entry, signal) }
    case 'exchange.offer': {
      const { message, ...texts } = entry.body
      const timeoutMs = sendTimeout(texts.question + texts.answer)
      const offer = await api.call(offerExchange, { ...common, timeoutMs, params: { id: message }, body: texts })
      named(offer.message, message)
      return { offer }
    }
    case 'exchange.withdraw':
      await api.call(withdrawOffer, { ...common, params: { id: entry.body.message } })
      return { offer: null }
    case 'exchange.rate':
      await api.call(rateExchange, { ...common, body: entry.body })
      return { ratedExchange: entry.body.exchange }
    case 'chat.create': {
      const chat = await createOnce(api, entry, signal)
      named(chat.id, entry.queueKey)
      return { chat }
    }
    case 'chat.update': {
      await onConflicts(await findChatConflicts(api, entry, signal))
      const chat = await api.call(updateChat, { ...common, params: { id: entry.queueKey }, body: entry.body })
      named(chat.id, entry.queueKey)
      return { chat }
    }
    case 'chat.delete':
    case 'chat.erase':
      await deleteChatOnce(api, entry, signal)
      return { deleted: entry.queueKey }
    case 'chat.restore': {
      const chat = await api.call(restoreChat, { ...common, params: { id: entry.queueKey } })
      named(chat.id, entry.queueKey)
      return { chat }
    }
    case 'history.clear':
    case 'history.empty': {
      // A server of an earlier version does not know what the user had seen.
      const age = Math.max(0, Math.floor((Date.now() - entry.created_at) / 1000))
      if (entry.kind === 'history.empty') await api.call(emptyDeleted, { ...common, query: { ...entry.body, age } })
      else await api.call(clearHistory, { ...common, query: { ...entry.body, age } })
      return { history: entry.kind }
    }
    case 'folder.create':
    case 'tag.create': {
      const call = entry.kind === 'folder.create' ? createFolder : createTag
      const label = await api.call(call, { ...common, body: entry.body })
      named(label.id, entry.queueKey)
      return { label }
    }
    case 'folder.update':
    case 'tag.update': {
      await onConflicts(await findNameConflict(api, entry, signal))
      const call = entry.kind === 'folder.update' ? updateFolder : updateTag
      const label = await api.call(call, { ...common, params: { id: entry.queueKey }, body: entry.body })
      named(label.id, entry.queueKey)
      return { label }
    }
    case 'folder.delete':
    case 'tag.delete':
      await deleteOnce(api, entry.kind === 'folder.delete' ? deleteFolder : deleteTag, entry, signal)
      return { deletedLabel: entry.queueKey }
    case 'profile.update':
      return { profile: await api.call(updateChatProfile, { ...common, body: entry.body }) }
  }
}

/** Idempotent: null when the server no longer has the message or chat. */
async function deleteMessageOnce(api: Api, entry: MessageDeletion, signal: AbortSignal | undefined) {
  const params = { id: entry.queueKey, message: entry.body.message }
  try {
    return await api.call(deleteMessage, { params, as: entry.userId, signal })
  } catch (error) {
    if (!isApiError(error) || error.code !== 'not_found') throw error
    return null
  }
}

async function deleteChatOnce(api: Api, entry: OutboxEntry, signal: AbortSignal | undefined): Promise<void> {
  const query = entry.kind === 'chat.erase' ? { permanent: true } : {}
  try {
    await api.call(deleteChat, { params: { id: entry.queueKey }, query, as: entry.userId, signal })
  } catch (error) {
    if (!isApiError(error) || error.code !== 'not_found') throw error
  }
}

/** Null when the server no longer has the answer: then there is nothing to rate. */
async function giveFeedbackOnce(api: Api, entry: FeedbackEntry, signal: AbortSignal | undefined) {
  const { message: id, ...body } = entry.body
  try {
    return await api.call(giveFeedback, { params: { id }, body, as: entry.userId, signal })
  } catch (error) {
    if (!isApiError(error) || error.code !== 'not_found') throw error
    return null
  }
}

async function deleteOnce(
  api: Api,
  call: typeof deleteFolder | typeof deleteTag,
  entry: OutboxEntry,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await api.call(call, { params: { id: entry.queueKey }, as: entry.userId, signal })
  } catch (error) {
    // Idempotent: the object was deleted already.
    if (!isApiError(error) || error.code !== 'not_found') throw error
  }
}

/** Idempotent: a taken id means that an earlier request has created the chat and its response was lost. */
async function createOnce(api: Api, entry: Creation, signal: AbortSignal | undefined): Promise<Chat> {
  const common = { as: entry.userId, signal }
  try {
    return await api.call(createChat, { ...common, body: entry.body })
  } catch (error) {
    if (!isApiError(error) || error.code !== 'id_conflict') throw error
    return await api.call(getChat, { ...common, params: { id: entry.queueKey } })
  }
}
