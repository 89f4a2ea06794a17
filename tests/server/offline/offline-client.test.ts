import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApi } from '#api/client.ts'
import { isTokenError } from '#api/errors.ts'
import { logout } from '#contract/endpoints/accounts.ts'
import { getMessages, listChats, updateChat } from '#contract/endpoints/chats.ts'
import { enqueueChatDeletes } from '#offline/chats/chat-trash.ts'
import { readEntries } from '#offline/database/queries.ts'
import { flush } from '#offline/flush/flush.ts'
import { enqueueMessage } from '#offline/outbox/enqueue.ts'
import { followAnswer } from '#offline/stream/follow-answer.ts'
import { answerSnapshot } from '#offline/stream/live-answers.ts'
import { syncChats } from '#offline/sync/sync-chats.ts'
import { syncMessages } from '#offline/sync/sync-messages.ts'
import { createTestStorage, type TestStorage } from '#support/database/test-database.ts'
import { queryChatContents } from '#support/device/chat-contents.ts'
import { startDevice } from '#support/device/device.ts'
import { memoryTokens } from '#support/device/memory-tokens.ts'
import { queryChats } from '#support/device/query-chats.ts'
import { startTestServer, type TestServer } from '#support/servers/test-server.ts'

let storage: TestStorage
let server: TestServer
beforeAll(async () => {
  storage = await createTestStorage('sqlite')
  server = await startTestServer(storage)
})
afterAll(async () => {
  await server.close()
  await storage.remove()
})

/**
 * A user with a trial, a browser's storage and a client of the real server. `lose`: the number of responses that get
 * lost.
 */
async function startUser() {
  const { db } = await startDevice()
  const { user, access, refresh } = await server.registerSubscriber()
  const tokens = memoryTokens({ userId: user.id, access, refresh })
  const line = { lose: 0, refreshes: 0 }
  const api = createApi({
    baseUrl: server.address,
    tokens,
    language: () => 'en',
    fetch: async (...request) => {
      const response = await fetch(...request)
      if (response.url.includes('/token/refresh/')) line.refreshes += 1
      if (line.lose-- <= 0) return response
      await response.body?.cancel()
      throw new TypeError('fetch failed')
    },
  })
  return { db, api, userId: user.id, tokens, line }
}

describe('the client core against the real server', () => {
  it('stores a new chat, its question and the whole answer in the local copy', async () => {
    const user = await startUser()
    const chatId = uuid()
    const id = await enqueueMessage(user.db, { ...user, chatId, content: 'What is honesty?', newChat: {} })
    expect(await flush(user)).toEqual({ sent: 2, refused: 0, stopped: null, nextAt: null })
    const answer = (await queryChatContents(user.db, user.userId, chatId)).messages[1]
    expect(answer).toMatchObject({ role: 'assistant', reply_to: id })
    expect(await followAnswer({ ...user, chatId, messageId: answer?.id ?? '' })).toEqual({ failed: null })
    const { messages } = await user.api.call(getMessages, { params: { id: chatId } })
    const copy = (await queryChatContents(user.db, user.userId, chatId)).messages
    expect(copy.map(({ userId, ...message }) => message)).toMatchObject(
      messages.map(({ id, content, status, seq }) => ({ id, content, status, seq })),
    )
    expect(copy[1]?.status).toBe('complete')
    expect(answerSnapshot(answer?.id ?? '')?.text).toBe(copy[1]?.content)
  })

  it('shows the title of a long question that the server will give it', async () => {
    const user = await startUser()
    const chatId = uuid()
    const question = (start: string) => `${start} ${'how the tides work and why '.repeat(8)}\nin the long run`
    await enqueueMessage(user.db, { ...user, chatId, content: question('Explain'), newChat: {} })
    await flush(user)
    const asked = (await user.api.call(getMessages, { params: { id: chatId } })).messages[0]
    const edit = { content: question('Say again'), replaces: asked?.id }
    await enqueueMessage(user.db, { ...user, chatId, ...edit })
    const [shown] = await queryChats(user.db, user.userId)
    expect(shown).toMatchObject({ title: expect.stringMatching(/^Say again .*…$/) })
    await flush(user)
    const { results } = await user.api.call(listChats, {})
    expect(results).toMatchObject([{ title: shown?.title }])
  })

  it('creates one chat and one message although many responses are lost', async () => {
    const user = await startUser()
    const chatId = uuid()
    await enqueueMessage(user.db, { ...user, chatId, content: 'Only once', newChat: {} })
    let ahead = 0
    for (let tries = 0; tries < 6; tries += 1) {
      user.line.lose = tries % 3 === 2 ? 0 : 1
      ahead += 3_000_000
      await flush({ ...user, now: () => Date.now() + ahead })
    }
    expect(await readEntries(user.db, user.userId)).toEqual([])
    await syncMessages({ ...user, chatId })
    const { messages } = await queryChatContents(user.db, user.userId, chatId)
    expect(messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual(['Only once'])
    expect((await user.api.call(listChats, {})).results).toHaveLength(1)
  })

  it('keeps two devices of a user in sync, deletions included', async () => {
    const user = await startUser()
    const other = { ...user, db: (await startDevice()).db }
    const [kept, gone] = [uuid(), uuid()]
    for (const chatId of [kept, gone]) await enqueueMessage(user.db, { ...user, chatId, content: chatId, newChat: {} })
    await flush(user)
    await syncChats(other)
    expect((await queryChats(other.db, user.userId)).map(({ id }) => id).sort()).toEqual([kept, gone].sort())
    await enqueueChatDeletes(user.db, { ...user, chatIds: [gone] })
    await user.api.call(updateChat, { params: { id: kept }, body: { title: 'Renamed' } })
    await flush(user)
    await syncChats(other)
    expect((await queryChats(other.db, user.userId)).map(({ id, title }) => [id, title])).toEqual([[kept, 'Renamed']])
    expect(await syncMessages({ ...other, chatId: gone })).toBe(false)
  })

  it('refreshes an expired token once for many calls, also when the response of the refresh is lost', async () => {
    const user = await startUser()
    server.advance(16 * 60_000)
    await Promise.all(Array.from({ length: 20 }, () => user.api.call(listChats, {})))
    expect(user.line.refreshes).toBe(1)
    server.advance(16 * 60_000)
    const before = user.tokens.current
    const losing = createApi({
      baseUrl: server.address,
      tokens: user.tokens,
      language: () => 'en',
      fetch: async (...request) => {
        const response = await fetch(...request)
        if (response.url.includes('/token/refresh/')) throw new TypeError('fetch failed')
        return response
      },
    })
    await expect(losing.call(listChats, {})).rejects.toMatchObject({ name: 'NetworkError' })
    expect(user.tokens.current).toEqual(before)
    await user.api.call(listChats, {})
    expect(user.tokens.current?.refresh).not.toBe(before?.refresh)
  })

  it('ends the session when the server has ended it', async () => {
    const user = await startUser()
    const refresh = user.tokens.current?.refresh ?? ''
    await user.api.call(logout, { body: { refresh } })
    await enqueueMessage(user.db, { ...user, chatId: uuid(), content: 'Kept', newChat: {} })
    expect(await flush(user)).toMatchObject({ sent: 0, stopped: 'signed-out' })
    expect(user.tokens.refusals).toHaveLength(1)
    expect(await readEntries(user.db, user.userId)).toHaveLength(2)
    expect(isTokenError(await user.api.call(listChats, {}).catch((error: unknown) => error))).toBe(true)
  })
})
