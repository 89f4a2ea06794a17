import { randomUUID } from 'node:crypto'
import { login } from '#contract/endpoints/accounts.ts'
import { createChat, getMessages, sendMessage, stopAnswer, streamAnswer } from '#contract/endpoints/chats.ts'
import type { Exchange, Message } from '#contract/objects/chat.ts'
import type { TestClient } from '../api/test-client.ts'

/** A user with a subscription and a chat, and the calls that a chat needs. */
export interface ChatUser {
  token: string
  chatId: string
  /** Responds with 202 at once. */
  ask(
    content: string,
    options?: { id?: string; chatId?: string; replaces?: string; parent?: string; search?: boolean; model?: string },
  ): Promise<Exchange>
  /** Returns the raw event stream. */
  stream(
    content: string,
    options?: { id?: string; chatId?: string; search?: boolean; signal?: AbortSignal },
  ): Promise<Response>
  resume(messageId: string, lastEventId?: string, signal?: AbortSignal): Promise<Response>
  /** Asks and waits for the whole answer. */
  say(
    content: string,
    options?: {
      id?: string
      replaces?: string
      parent?: string
      search?: boolean
      model?: string
      request_mode?: 'voice'
    },
  ): Promise<Exchange>
  stop(messageId: string): Promise<Message>
  messages(): Promise<Message[]>
}

export async function createChatUser(client: TestClient): Promise<ChatUser & { signInAgain(): Promise<ChatUser> }> {
  const { access, email, password } = await client.registerSubscriber()
  const chatId = randomUUID()
  await client.call(createChat, { token: access, body: { id: chatId } })
  return {
    ...chatCalls(client, access, chatId),
    /** For tests that advance the clock beyond the lifetime of a token. */
    signInAgain: async () =>
      chatCalls(client, (await client.call(login, { body: { email, password } })).access, chatId),
  }
}

/** The same user's calls, possibly to another process. */
export function chatCalls(client: TestClient, token: string, chatId: string): ChatUser {
  return {
    token,
    chatId,
    ask: (content, given = {}) =>
      client.call(sendMessage, {
        token,
        body: {
          ...{ id: given.id ?? randomUUID(), chat: given.chatId ?? chatId, content },
          ...(given.replaces === undefined ? {} : { replaces: given.replaces }),
          ...(given.parent === undefined ? {} : { parent: given.parent }),
          ...(given.search === undefined ? {} : { search: given.search }),
          ...(given.model === undefined ? {} : { model: given.model }),
        },
        headers: { Prefer: 'respond-async' },
      }),
    stream: (content, given = {}) =>
      client.open(sendMessage, {
        token,
        body: {
          ...{ id: given.id ?? randomUUID(), chat: given.chatId ?? chatId, content },
          ...(given.search === undefined ? {} : { search: given.search }),
        },
        headers: { Accept: 'text/event-stream' },
        ...(given.signal ? { signal: given.signal } : {}),
      }),
    resume: (messageId, lastEventId, signal) =>
      client.open(streamAnswer, {
        token,
        params: { id: chatId },
        query: { message: messageId },
        headers: lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId },
        ...(signal ? { signal } : {}),
      }),
    say: (content, { id = randomUUID(), ...edit } = {}) =>
      client.call(sendMessage, { token, body: { id, chat: chatId, content, ...edit } }),
    stop: (messageId) => client.call(stopAnswer, { token, params: { id: chatId }, body: { message: messageId } }),
    messages: async () =>
      (await client.call(getMessages, { token, params: { id: chatId }, query: { limit: 200 } })).messages,
  }
}
