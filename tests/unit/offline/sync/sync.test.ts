import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { isSignedOutError } from '#api/errors.ts'
import { enqueueChatDeletes } from '#offline/chats/chat-trash.ts'
import { newerMessage } from '#offline/chats/store-messages.ts'
import { pruneCopy } from '#offline/database/prune.ts'
import { readEntries } from '#offline/database/queries.ts'
import { saveDraft } from '#offline/drafts/drafts.ts'
import { enqueueChatChange, enqueueMessage } from '#offline/outbox/enqueue.ts'
import { loadOlderChats, syncChats } from '#offline/sync/sync-chats.ts'
import { loadBefore, syncMessages } from '#offline/sync/sync-messages.ts'
import { queryChatContents } from '#support/device/chat-contents.ts'
import { ME, startDevice } from '#support/device/device.ts'
import { queryChats } from '#support/device/query-chats.ts'
import { coded } from '#support/servers/stub-server.ts'

const titles = async (device: Awaited<ReturnType<typeof startDevice>>) =>
  (await queryChats(device.db, ME)).map(({ title }) => title)

describe('syncing chats', () => {
  it('fetches the newest twenty first, and older ones on demand', async () => {
    const device = await startDevice()
    for (let n = 0; n < 130; n += 1) device.server.seed(uuid(), 0)
    await syncChats(device)
    expect(await titles(device)).toHaveLength(20)
    expect(await loadOlderChats(device)).toBe(true)
    expect(await titles(device)).toHaveLength(120)
    expect(await loadOlderChats(device)).toBe(false)
    expect(await titles(device)).toHaveLength(130)
  })

  it('leaves out no older chat when chats are pruned while a page of them is on its way', async () => {
    const device = await startDevice()
    for (let n = 0; n < 230; n += 1) device.server.seed(uuid(), 0)
    await syncChats(device)
    expect(await loadOlderChats(device)).toBe(true)
    device.server.intercept = async () => {
      device.server.intercept = undefined
      await pruneCopy(device.db, ME)
      return undefined
    }
    for (let pages = 0; pages < 5; pages += 1) await loadOlderChats(device)
    expect(await titles(device)).toHaveLength(230)
  })

  it('fetches later only what has changed or was deleted', async () => {
    const device = await startDevice()
    const [kept, changed, gone] = [uuid(), uuid(), uuid()]
    for (const id of [kept, changed, gone]) device.server.seed(id, 1)
    await syncChats(device)
    device.server.intercept = undefined
    await device.api.call((await import('#contract/endpoints/chats.ts')).updateChat, {
      params: { id: changed },
      body: { title: 'New' },
    })
    device.server.chats.delete(gone)
    device.server.deleted.push(gone)
    device.server.arrived.length = 0
    await syncChats(device)
    expect(device.server.arrived.every(({ query }) => query.has('updated_after'))).toBe(true)
    expect((await queryChats(device.db, ME)).map(({ id, title }) => [id, title]).sort()).toEqual(
      [
        [kept, 'Seeded'],
        [changed, 'New'],
      ].sort(),
    )
  })

  it('keeps unsent changes over the fetched data', async () => {
    const device = await startDevice()
    const [renamed, deleted] = [uuid(), uuid()]
    for (const id of [renamed, deleted]) device.server.seed(id, 1)
    await syncChats(device)
    await enqueueChatChange(device.db, { userId: ME, chatId: renamed, patch: { title: 'Mine' } })
    await enqueueMessage(device.db, { userId: ME, chatId: renamed, content: 'Unsent' })
    await enqueueChatDeletes(device.db, { userId: ME, chatIds: [deleted] })
    await device.db.sync.clear()
    await syncChats(device)
    expect(await queryChats(device.db, ME)).toMatchObject([{ id: renamed, title: 'Mine', preview: 'Unsent' }])
  })

  it('keeps a chat that was deleted elsewhere while text typed in it is unsent', async () => {
    const device = await startDevice()
    const [typed, drafted, gone] = [uuid(), uuid(), uuid()]
    for (const id of [typed, drafted, gone]) device.server.seed(id, 2)
    await syncChats(device)
    await enqueueMessage(device.db, { userId: ME, chatId: typed, content: 'Unsent' })
    await saveDraft(device.db, ME, drafted, 'Half')
    device.server.chats.clear()
    device.server.deleted.push(typed, drafted, gone)
    await syncChats(device)
    expect((await queryChats(device.db, ME)).map(({ id }) => id).sort()).toEqual([typed, drafted].sort())
    expect(await readEntries(device.db, ME)).toHaveLength(1)
  })

  it('does not restore an older state that arrives late', async () => {
    const device = await startDevice()
    const chatId = uuid()
    device.server.seed(chatId, 1)
    await syncChats(device)
    await device.db.chats.update([ME, chatId], { title: 'Newer', updated_at: '2030-01-01T00:00:00.000Z' })
    await device.db.sync.clear()
    await syncChats(device)
    expect(await titles(device)).toEqual(['Newer'])
  })

  it('writes nothing when the user has signed out during the request', async () => {
    const device = await startDevice()
    device.server.seed(uuid(), 1)
    device.server.intercept = async () => {
      await device.db.session.put({ key: 'current', generation: 2, user: null })
      return undefined
    }
    expect(isSignedOutError(await syncChats(device).catch((error: unknown) => error))).toBe(true)
    expect(await device.db.chats.count()).toBe(0)
  })
})

describe('syncing messages', () => {
  const positions = async (device: Awaited<ReturnType<typeof startDevice>>, chatId: string) =>
    (await queryChatContents(device.db, ME, chatId)).messages.map(({ seq }) => seq)
  const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n)

  it('fetches the newest page, and older pages on demand, up to the first message', async () => {
    const device = await startDevice()
    const chatId = uuid()
    device.server.seed(chatId, 120)
    expect(await syncMessages({ ...device, chatId })).toBe(true)
    expect(await positions(device, chatId)).toEqual(upTo(71, 120))
    expect(await loadBefore({ ...device, chatId }, 71)).toBe(true)
    expect(await positions(device, chatId)).toEqual(upTo(1, 120))
    expect(await loadBefore({ ...device, chatId }, 1)).toBe(false)
  })

  it('leaves no gap to stored messages', async () => {
    const device = await startDevice()
    const chatId = uuid()
    device.server.seed(chatId, 10)
    await syncMessages({ ...device, chatId })
    device.server.seed(chatId, 400)
    await syncMessages({ ...device, chatId })
    expect(await positions(device, chatId)).toEqual(upTo(1, 410))
  })

  it('treats a message that the server returns as acknowledged', async () => {
    const device = await startDevice()
    const chatId = uuid()
    await enqueueMessage(device.db, { userId: ME, chatId, content: 'Lost answer', newChat: {} })
    device.server.intercept = (request) =>
      device.server.handle(request) && request.method === 'POST' ? 'cut' : undefined
    await device.flush()
    device.clock.now += 10_000
    device.server.intercept = (request) =>
      request.path === '/companion/chat/' && device.server.handle(request) ? 'cut' : undefined
    await device.flush()
    await syncMessages({ ...device, chatId })
    expect(await readEntries(device.db, ME)).toEqual([])
    const { messages, unsent } = await queryChatContents(device.db, ME, chatId)
    expect([messages.length, unsent.length]).toEqual([2, 0])
  })

  it('keeps the preview of an answer that was synced before its question was acknowledged', async () => {
    const device = await startDevice()
    const chatId = uuid()
    device.server.seed(chatId, 2)
    await syncChats(device)
    await enqueueMessage(device.db, { userId: ME, chatId, content: 'Question' })
    device.server.intercept = (request) =>
      device.server.handle(request) && request.method === 'POST' ? 'cut' : undefined
    await device.flush()
    device.server.intercept = undefined
    const there = device.server.chats.get(chatId)
    const last_message_at = [...device.server.messages.values()].find(
      ({ content }) => content === 'Question',
    )?.created_at
    if (!there || !last_message_at) throw new Error('The server has lost its chat')
    const updated_at = new Date(Date.now() + 5_000).toISOString()
    device.server.chats.set(chatId, { ...there, preview: 'The answer', last_message_at, updated_at })
    await syncChats(device)
    device.clock.now += 10_000
    await device.flush()
    expect(await readEntries(device.db, ME)).toEqual([])
    expect((await queryChats(device.db, ME))[0]?.preview).toBe('The answer')
  })

  it('removes a chat that the server does not have, but not one created here', async () => {
    const device = await startDevice()
    const [gone, local] = [uuid(), uuid()]
    device.server.seed(gone, 3)
    await syncMessages({ ...device, chatId: gone })
    device.server.chats.delete(gone)
    expect(await syncMessages({ ...device, chatId: gone })).toBe(false)
    await enqueueMessage(device.db, { userId: ME, chatId: local, content: 'New', newChat: {} })
    expect(await syncMessages({ ...device, chatId: local })).toBe(false)
    expect((await queryChats(device.db, ME)).map(({ id }) => id)).toEqual([local])
  })

  it('keeps a new chat whose creation arrives after the request for its messages, and sends its question', async () => {
    const device = await startDevice()
    const chatId = uuid()
    await enqueueMessage(device.db, { userId: ME, chatId, content: 'New', newChat: {} })
    let isCreated = false
    device.server.intercept = async ({ method, path }) => {
      if (method === 'POST' && path === '/companion/chat/' && !isCreated) return 'cut'
      if (method !== 'GET' || isCreated) return undefined
      await device.flush()
      isCreated = true
      return coded(404, 'not_found')
    }
    expect(await syncMessages({ ...device, chatId })).toBe(false)
    expect(await readEntries(device.db, ME)).toMatchObject([{ kind: 'message.send', state: 'waiting' }])
    device.clock.now += 10_000
    await device.flush()
    expect(device.server.questions(chatId)).toEqual(['New'])
    expect((await queryChats(device.db, ME)).map(({ id }) => id)).toEqual([chatId])
  })

  it('never replaces a longer text by a shorter one', () => {
    const base = { userId: ME, chat: 'c', id: 'm', role: 'assistant' as const, created_at: '', seq: 2, reply_to: null }
    const own = { updated_at: '', failure: null, replaces: null, superseded_by: null }
    const row = {
      ...base,
      ...own,
      content: '',
      version: 1,
      has_reasoning: false,
      scores: null,
      status: 'streaming' as const,
    }
    const partial = { ...row, content: 'Half', cursor: 3 }
    const whole = { ...row, content: 'Whole', status: 'complete' as const }
    const scores = { created_at: '2026-01-02T00:00:00.000Z' } as never
    expect(newerMessage(partial, row)).toBe(partial)
    expect(newerMessage(partial, whole)).toBe(whole)
    expect(newerMessage(whole, row)).toBe(whole)
    expect(newerMessage({ ...whole, scores }, whole).scores).toBe(scores)
    const earlier = { created_at: '2026-01-01T00:00:00.000Z' } as never
    expect(newerMessage({ ...whole, scores }, { ...whole, scores: earlier }).scores).toBe(scores)
    const gone = { ...row, status: 'deleted' as const, updated_at: '2026-01-01T00:00:00.000Z' }
    expect(newerMessage({ ...whole, updated_at: '2026-01-02T00:00:00.000Z' }, gone)).toBe(gone)
    expect(newerMessage(gone, whole)).toBe(gone)
    const summarised = (end: string) => ({ ...whole, earlier: { end, summary: end } })
    const shown = { ...summarised('a'), summary: 'They spoke.' }
    expect(newerMessage(shown, { ...summarised('a'), scores })).toMatchObject({ scores, summary: 'They spoke.' })
    expect(newerMessage(shown, whole)).not.toHaveProperty('summary')
    expect(newerMessage(shown, summarised('b'))).not.toHaveProperty('summary')
    const late = { ...whole, content: 'Late', updated_at: '2026-01-02T00:00:00.000Z' }
    expect([newerMessage(late, whole), newerMessage(whole, late)]).toEqual([late, late])
    const later = { updated_at: '2026-01-03T00:00:00.000Z', superseded_by: 'q' }
    expect(newerMessage({ ...partial, ...later }, whole)).toMatchObject({
      content: 'Whole',
      superseded_by: 'q',
    })
    expect(newerMessage(partial, { ...row, superseded_by: 'q' })).toMatchObject({ content: 'Half', superseded_by: 'q' })
  })
})
