import { randomUUID } from 'node:crypto'
import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import {
  clearHistory,
  createChat,
  deleteChat,
  deleteMessage,
  emptyDeleted,
  getChat,
  getMessages,
  listChats,
  restoreChat,
  sendMessage,
  updateChat,
} from '#contract/endpoints/chats.ts'
import { search, updateChatProfile } from '#contract/endpoints/companion.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { endDeleted } from '#server/modules/chats/deletion/end-chats.ts'
import { createCleanupJob } from '#server/modules/housekeeping/cleanup-job.ts'
import type { PushMessage } from '#server/providers/push/push-sender.ts'
import { startPushService } from '#support/fakes/push-service.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { createChatUser } from '#support/users/chat-user.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'
import { createNotifiedUser } from '#support/users/notified-user.ts'

describeServerOnEachEngine('Recently deleted', (server) => {
  const make = (token: string) => server().call(createChat, { token, body: { id: randomUUID() } })
  const read = (token: string, id: string) => server().call(getChat, { token, params: { id } })
  const list = async (token: string, query: Parameters<typeof callList>[1] = {}) =>
    (await callList(token, query)).results.map(({ id }) => id)
  const callList = (token: string, query: { deleted?: 'include' | 'only'; updated_after?: string }) =>
    server().call(listChats, { token, query })
  const daysFromNow = (days: number) => new Date(server().dependencies.now() + days * DAY_MS).toISOString()
  const store = (id: string, times: { deleted_at?: string; expires_at?: string; last_message_at?: string }) =>
    server().dependencies.db.updateTable('chats').set(times).where('id', '=', id).execute()
  const cleanUp = async (send?: Parameters<typeof createCleanupJob>[1]) => {
    const job = createCleanupJob(server().dependencies, send)
    await job.runOnce()
    await job.stop()
  }

  it('has a deleted chat with its messages, which nothing else shows, until it is restored', async () => {
    const user = await createChatUser(server())
    const { token, chatId } = user
    await user.ask('Where do herons sleep?')
    const since = new Date(server().dependencies.now()).toISOString()
    server().advance(60_000)
    await server().call(deleteChat, { token, params: { id: chatId } })
    await server().call(deleteChat, { token, params: { id: chatId } })

    expect([await list(token), await list(token, { deleted: 'only' })]).toEqual([[], [chatId]])
    expect((await server().call(search, { token, query: { q: 'herons' } })).results).toEqual([])
    const body = { id: randomUUID(), chat: chatId, content: 'And ducks?' }
    expect((await server().reply(getMessages, { token, params: { id: chatId } })).status).toBe(404)
    expect((await server().reply(sendMessage, { token, body })).status).toBe(404)
    // An app that does not ask for them learns that it is gone, one that does gets it with the time of its deletion.
    expect(await callList(token, { updated_after: since })).toMatchObject({ results: [], deleted: [chatId] })
    const known = await callList(token, { updated_after: since, deleted: 'include' })
    expect(known).toMatchObject({
      results: [{ id: chatId, deleted_at: (await read(token, chatId)).deleted_at }],
      deleted: [],
    })

    const restored = await server().call(restoreChat, { token, params: { id: chatId } })
    expect(restored).toMatchObject({ id: chatId, deleted_at: null })
    expect(restored.updated_at > since).toBe(true)
    expect(await server().call(restoreChat, { token, params: { id: chatId } })).toEqual(restored)
    expect(await list(token)).toEqual([chatId])
    expect((await server().call(getMessages, { token, params: { id: chatId } })).messages).toHaveLength(2)
    expect((await server().call(search, { token, query: { q: 'herons' } })).results).not.toEqual([])
  })

  it('takes the changes of another device that did not know of the deletion', async () => {
    const user = await createChatUser(server())
    const { token, chatId } = user
    const { user_message } = await user.ask('Is this forgotten?')
    await server().call(deleteChat, { token, params: { id: chatId } })
    const changed = await server().call(updateChat, {
      token,
      params: { id: chatId },
      body: { title: 'Named', is_pinned: true },
    })
    expect(changed).toMatchObject({ title: 'Named', is_pinned: true })
    expect(changed.deleted_at).not.toBeNull()
    await server().call(deleteMessage, { token, params: { id: chatId, message: user_message.id } })
    await server().call(restoreChat, { token, params: { id: chatId } })
    const { messages } = await server().call(getMessages, { token, params: { id: chatId } })
    expect(messages.map(({ status }) => status)).toEqual(['deleted', 'deleted'])
  })

  it('ends after 30 days, and leaves tombstones', async () => {
    const { token } = await insertSignedInUser(server().dependencies)
    const [early, late] = [await make(token), await make(token)]
    const since = daysFromNow(0)
    for (const params of [early, late]) await server().call(deleteChat, { token, params })
    await store(early.id, { deleted_at: daysFromNow(-30) })
    await store(late.id, { deleted_at: daysFromNow(-29.9) })
    await cleanUp()
    expect(await list(token, { deleted: 'only' })).toEqual([late.id])
    expect((await callList(token, { updated_after: since, deleted: 'include' })).deleted).toEqual([early.id])
    expect((await server().reply(restoreChat, { token, params: early })).status).toBe(404)
  })

  it('is emptied of what came into it before the user asked', async () => {
    const { token } = await insertSignedInUser(server().dependencies)
    const [early, late, listed] = [await make(token), await make(token), await make(token)]
    await server().call(deleteChat, { token, params: early })
    server().advance(60_000)
    await server().call(deleteChat, { token, params: late })
    expect(await server().call(emptyDeleted, { token, query: { age: 30 } })).toEqual({ deleted: 1 })
    expect(await list(token, { deleted: 'only' })).toEqual([late.id])
    expect(await server().call(emptyDeleted, { token })).toEqual({ deleted: 1 })
    expect([await list(token), await list(token, { deleted: 'only' })]).toEqual([[listed.id], []])
  })

  it('has the cleared history, without chats that were created after the user asked', async () => {
    const { token } = await insertSignedInUser(server().dependencies)
    const early = await make(token)
    server().advance(60_000)
    const late = await make(token)
    expect(await server().call(clearHistory, { token, query: { age: 30 } })).toEqual({ deleted: 1 })
    expect([await list(token), await list(token, { deleted: 'only' })]).toEqual([[late.id], [early.id]])
  })

  it('has of the cleared history only what has not changed since the list that the user saw', async () => {
    const { token } = await insertSignedInUser(server().dependencies)
    const [quiet, renamed, restored] = [await make(token), await make(token), await make(token)]
    await server().call(deleteChat, { token, params: restored })
    const { synced_at: seen } = await callList(token, {})
    server().advance(60_000)
    await server().call(updateChat, { token, params: renamed, body: { title: 'Renamed meanwhile' } })
    await server().call(restoreChat, { token, params: restored })
    const later = await make(token)
    server().advance(60_000)
    const withOffset = seen.replace('Z', '+00:00')
    // The clock of the device is wrong by ten days.
    expect(await server().call(clearHistory, { token, query: { age: 864_000, seen: withOffset } })).toEqual({
      deleted: 1,
    })
    expect(new Set(await list(token))).toEqual(new Set([renamed.id, restored.id, later.id]))
    expect(await list(token, { deleted: 'only' })).toEqual([quiet.id])
  })

  it('is emptied of what the user saw in it, and a cleared history may be deleted for good', async () => {
    const { token } = await insertSignedInUser(server().dependencies)
    const [early, late] = [await make(token), await make(token)]
    await server().call(deleteChat, { token, params: early })
    const { synced_at: seen } = await callList(token, {})
    server().advance(60_000)
    await server().call(deleteChat, { token, params: late })
    expect(await server().call(emptyDeleted, { token, query: { seen } })).toEqual({ deleted: 1 })
    expect(await list(token, { deleted: 'only' })).toEqual([late.id])
    const listed = await make(token)
    const now = (await callList(token, {})).synced_at
    expect(await server().call(clearHistory, { token, query: { seen: now, permanent: true } })).toEqual({ deleted: 1 })
    expect([await list(token), await list(token, { deleted: 'only' })]).toEqual([[], [late.id]])
    expect((await server().reply(restoreChat, { token, params: listed })).status).toBe(404)
  })

  it('has unsaved chats that have ended; a restored one has its whole time again', async () => {
    const { token } = await insertSignedInUser(server().dependencies)
    const { id } = await make(token)
    await server().call(updateChatProfile, { token, body: { unsaved_chats_days: 30 } })
    await store(id, { expires_at: daysFromNow(0) })
    await cleanUp()
    expect([await list(token), await list(token, { deleted: 'only' })]).toEqual([[], [id]])
    const { expires_at } = await server().call(restoreChat, { token, params: { id } })
    expect(expires_at?.slice(0, 16)).toBe(daysFromNow(30).slice(0, 16))
    await cleanUp()
    expect(await list(token)).toEqual([id])
  })

  it('is missed by no device when its deletion for good takes long: the tombstones are of the end of it', async () => {
    const { dependencies } = server()
    let time = dependencies.now()
    /** A clock that advances with each statement that deletes. */
    const slow: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (node.kind === 'DeleteQueryNode') time += 60_000
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const chats = []
    for (let n = 0; n < 2; n += 1) {
      const { token } = await insertSignedInUser(dependencies)
      const { id } = await make(token)
      await store(id, { deleted_at: daysFromNow(-31) })
      chats.push(id)
    }
    const db = dependencies.db.withPlugin(slow)
    await endDeleted({ ...dependencies, db, now: () => time }, () => false)
    const tombstones = await dependencies.db
      .selectFrom('deletions')
      .select(['user_id', 'deleted_at'])
      .where('id', 'in', chats)
      .execute()
    const end = new Date(time).toISOString()
    expect(tombstones.map(({ deleted_at }) => deleted_at)).toEqual([end, end])
  })

  it('is announced a week before an unsaved chat ends: on the chat, and once to devices that allow it', async () => {
    const service = await startPushService()
    const device = service.device()
    const { user } = await createNotifiedUser(server(), device)
    const token = user.access
    const [saved, used, ending, later] = [await make(token), await make(token), await make(token), await make(token)]
    await server().call(updateChatProfile, { token, body: { unsaved_chats_days: 30 } })
    await server().call(updateChat, { token, params: saved, body: { is_saved: true } })
    for (const { id } of [used, ending]) {
      await store(id, { expires_at: daysFromNow(6.9), last_message_at: daysFromNow(-23.1) })
    }
    await store(later.id, { expires_at: daysFromNow(7.1), last_message_at: daysFromNow(-22.9) })
    const sent: PushMessage[] = []
    const send = (message: PushMessage) => {
      sent.push(message)
      return Promise.resolve('sent' as const)
    }
    const warned = async () => {
      const { results } = await callList(token, {})
      return results.filter(({ expires_warned_at }) => expires_warned_at).map(({ id }) => id)
    }
    await cleanUp(send)
    await cleanUp(send)
    expect((await warned()).sort()).toEqual([used.id, ending.id].sort())
    const told = { type: 'chats_ending', account: user.id, chats: 2 }
    expect(sent.map(({ payload }) => JSON.parse(payload))).toEqual([told])
    // A message starts the time again, and the next end is announced again.
    await server().call(sendMessage, { token, body: { id: randomUUID(), chat: used.id, content: 'Still here' } })
    expect(await warned()).toEqual([ending.id])
    await service.close()
  })
})

describeServerOnEachEngine('pinned and archived chats', (server) => {
  it('are stored by field, and the list and the search begin with pinned ones on every page', async () => {
    const { token } = await insertSignedInUser(server().dependencies)
    const ids: string[] = []
    for (let n = 0; n < 5; n += 1) {
      server().advance(1_000)
      ids.push((await server().call(createChat, { token, body: { id: randomUUID(), title: `Heron ${n}` } })).id)
    }
    const change = (n: number, body: { is_pinned?: boolean; is_archived?: boolean; title?: string }) =>
      server().call(updateChat, { token, params: { id: ids[n] ?? '' }, body })
    await change(1, { is_pinned: true })
    expect(await change(1, { is_archived: true })).toMatchObject({ is_pinned: true, is_archived: true })
    await change(3, { is_pinned: true })
    await change(0, { title: 'Heron renamed' })
    const order = [3, 1, 4, 2, 0].map((n) => ids[n])

    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query: { limit: number; cursor?: string } = { limit: 2, ...(cursor ? { cursor } : {}) }
      const page = await server().call(listChats, { token, query })
      seen.push(...page.results.map(({ id }) => id))
      cursor = page.next_cursor
    }
    expect(seen).toEqual(order)
    const { results } = await server().call(search, { token, query: { q: 'heron' } })
    expect(results.map(({ chat }) => chat)).toEqual(order)
  })
})
