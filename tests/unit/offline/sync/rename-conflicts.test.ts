import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { enqueueChatDeletes } from '#offline/chats/chat-trash.ts'
import { CompanionDatabase } from '#offline/database/database.ts'
import { readEntries } from '#offline/database/queries.ts'
import type { ConflictRow } from '#offline/database/rows.ts'
import { readDraft } from '#offline/drafts/drafts.ts'
import { onConflict, settleConflict } from '#offline/outbox/conflicts.ts'
import { enqueueChatChange, enqueueMessage } from '#offline/outbox/enqueue.ts'
import { discard, moveToDraft } from '#offline/outbox/outbox-actions.ts'
import { syncChats } from '#offline/sync/sync-chats.ts'
import { readSyncState } from '#offline/sync/sync-state.ts'
import { type Device, ME, startDevice } from '#support/device/device.ts'
import { queryChats } from '#support/device/query-chats.ts'
import { startTwoDevices } from '#support/device/two-devices.ts'
import { listUnsent } from '#support/device/unsent-entries.ts'
import { coded } from '#support/servers/stub-server.ts'

const rename = (device: Device, chatId: string, title: string) =>
  enqueueChatChange(device.db, { userId: ME, chatId, patch: { title } })
const title = async (device: Device) => (await queryChats(device.db, ME))[0]?.title

test('two devices that renamed a chat converge, and the later one is shown the other name and may choose it', async () => {
  const { one, two, chat: chatId, server, db } = await startTwoDevices()
  await rename(one, chatId, 'From one')
  await rename(two, chatId, 'From two, first')
  await rename(two, chatId, 'From two')
  await one.flush()
  const heard: ConflictRow[][] = []
  const stop = onConflict(db, ME, (conflicts) => heard.push(conflicts))
  await two.flush()
  await syncChats(one)
  expect([server.chats.get(chatId)?.title, await title(one), await title(two)]).toEqual(Array(3).fill('From two'))
  await expect.poll(() => heard.at(-1)).toMatchObject([{ targetId: chatId, mine: 'From two', theirs: 'From one' }])
  const [conflict] = heard.at(-1) ?? []
  if (conflict) await settleConflict(db, conflict, 'theirs')
  await expect.poll(() => heard.at(-1)).toEqual([])
  await two.flush()
  await syncChats(one)
  expect([server.chats.get(chatId)?.title, await title(one), await title(two)]).toEqual(Array(3).fill('From one'))
  expect(await db.conflicts.count()).toBe(0)
  stop()
})

test('a device whose rename is acknowledged after the later one of another device was synced shows the later one', async () => {
  const { one, two, chat: chatId, server } = await startTwoDevices()
  await rename(one, chatId, 'From one')
  server.intercept = async (request) => {
    if (request.method !== 'PATCH') return undefined
    const reply = server.handle(request)
    server.intercept = undefined
    await rename(two, chatId, 'From two')
    await two.flush()
    await syncChats(one)
    return reply
  }
  await one.flush()
  expect([server.chats.get(chatId)?.title, await title(one), await title(two)]).toEqual(Array(3).fill('From two'))
})

test('a rename whose response was lost has no conflict with itself', async () => {
  const { two, chat: chatId, server, db } = await startTwoDevices()
  await rename(two, chatId, 'Mine')
  server.intercept = (request) => (request.method === 'PATCH' && server.handle(request) ? 'cut' : undefined)
  await two.flush()
  await rename(two, chatId, 'Mine again')
  server.intercept = undefined
  two.clock.now += 60_000
  await two.flush()
  expect(server.chats.get(chatId)?.title).toBe('Mine again')
  expect(await db.conflicts.count()).toBe(0)
})

test('the other name is reported once, also when the response to the rename is lost', async () => {
  const { one, two, chat: chatId, server, db } = await startTwoDevices()
  await rename(one, chatId, 'Theirs')
  await one.flush()
  await rename(two, chatId, 'Mine')
  server.intercept = (request) => (request.method === 'PATCH' && server.handle(request) ? 'cut' : undefined)
  await two.flush()
  server.intercept = undefined
  two.clock.now += 60_000
  await two.flush()
  expect(server.chats.get(chatId)?.title).toBe('Mine')
  expect(await db.conflicts.toArray()).toMatchObject([{ targetId: chatId, mine: 'Mine', theirs: 'Theirs' }])
})

test('different fields of one chat that two devices changed are both kept', async () => {
  const { one, two, chat: chatId, server } = await startTwoDevices()
  await rename(one, chatId, 'Named')
  await enqueueChatChange(two.db, { userId: ME, chatId, patch: { is_saved: true } })
  await one.flush()
  await two.flush()
  expect(server.chats.get(chatId)).toMatchObject({ title: 'Named', is_saved: true })
  expect(await title(two)).toBe('Named')
})

test('only the last of several renames is sent, and one in progress is not altered', async () => {
  const { one, chat: chatId, server } = await startTwoDevices()
  await rename(one, chatId, 'first')
  await one.db.outbox.toCollection().modify({ state: 'sending', lease: { owner: 'x', until: one.clock.now } })
  await rename(one, chatId, 'second')
  await rename(one, chatId, 'third')
  expect((await readEntries(one.db, ME)).map(({ body }) => body)).toEqual([{ title: 'first' }, { title: 'third' }])
  await one.flush()
  expect(server.chats.get(chatId)?.title).toBe('third')
  expect(await one.db.conflicts.count()).toBe(0)
})

test('a rejected rename shows the server’s name, is counted, and is removed when discarded', async () => {
  const { one, chat: chatId, server } = await startTwoDevices()
  await rename(one, chatId, 'Refused')
  server.intercept = (request) => (request.method === 'PATCH' ? coded(400, 'bad_request') : undefined)
  await one.flush()
  expect(await title(one)).toBe('Seeded')
  expect(await readSyncState(one.db, ME)).toMatchObject({ waiting: 0, failed: 1 })
  const [entry] = await listUnsent(one.db, ME)
  expect(entry).toMatchObject({ what: 'Refused', state: 'failed' })
  expect(await discard(one.db, entry?.id ?? '')).toBe(true)
  expect(await title(one)).toBe('Seeded')
})

test('messages for a chat that was deleted elsewhere fail and keep their text available', async () => {
  const { one, two, chat: chatId, server, db } = await startTwoDevices()
  for (const content of ['one', 'two']) await enqueueMessage(one.db, { userId: ME, chatId, content })
  await enqueueMessage(two.db, { userId: ME, chatId, content: 'direct' })
  server.chats.delete(chatId)
  server.deleted.push(chatId)
  await syncChats(one)
  expect(await listUnsent(one.db, ME)).toMatchObject([
    { what: 'one', state: 'failed', reason: { code: 'not_found' } },
    { what: 'two', state: 'failed', reason: { code: 'not_found' } },
  ])
  expect(await queryChats(one.db, ME)).toMatchObject([{ id: chatId, local: true }])
  // Without a sync in between the server's response contains the same.
  await two.flush()
  expect(await listUnsent(db, ME)).toMatchObject([{ what: 'direct', state: 'failed', reason: { code: 'not_found' } }])
  const [first] = await listUnsent(one.db, ME)
  expect(await moveToDraft(one.db, first?.id ?? '')).toBe(true)
  expect(await readDraft(one.db, ME, chatId)).toBe('one')
})

test('a change in one tab appears in another tab of the browser', async () => {
  const device = await startDevice()
  await device.db.open()
  const other = new CompanionDatabase({ name: device.db.name })
  const heard: number[] = []
  const stop = onConflict(other, ME, (conflicts) => heard.push(conflicts.length))
  await expect.poll(() => heard.at(-1)).toBe(0)
  await device.db.conflicts.put({ userId: ME, id: 'c', targetId: uuid(), mine: 'a', theirs: 'b', created_at: 1 })
  await expect.poll(() => heard.at(-1)).toBe(1)
  stop()
  other.close()
})

test.each([
  ['a rename', (device: Device, chatId: string) => rename(device, chatId, 'Late')],
  ['a message', (device: Device, chatId: string) => enqueueMessage(device.db, { userId: ME, chatId, content: 'Late' })],
])('%s whose response arrives after the chat was deleted elsewhere does not restore it', async (_, change) => {
  const { one, chat: chatId, server } = await startTwoDevices()
  await change(one, chatId)
  server.intercept = async (request) => {
    if (request.method === 'GET') return undefined
    const reply = server.handle(request)
    server.chats.delete(chatId)
    server.deleted.push(chatId)
    await syncChats(one)
    return reply
  }
  await one.flush()
  expect(await queryChats(one.db, ME)).toEqual([])
  expect(await readEntries(one.db, ME)).toEqual([])
  expect(await one.db.messages.count()).toBe(0)
})

test('a clock that is ahead keeps no chat on top once its message has arrived', async () => {
  const { one, chat: chatId, server } = await startTwoDevices()
  const [first, second] = [uuid(), uuid()]
  for (const each of [first, second]) server.seed(each, 0)
  await enqueueMessage(one.db, { userId: ME, chatId, content: 'Said tomorrow' })
  await syncChats(one)
  expect((await queryChats(one.db, ME)).map(({ id }) => id)).toEqual([chatId, second, first])
  await one.flush()
  // The server's clock is in January: messages sent there later have later times.
  server.seed(uuid(), 0)
  await syncChats(one)
  const shown = (await queryChats(one.db, ME)).map(({ id, preview }) => ({ id, preview }))
  expect(shown[1]).toEqual({ id: chatId, preview: 'Said tomorrow' })
  expect((await queryChats(one.db, ME))[1]?.last_message_at.startsWith('2026-01-01')).toBe(true)
})

test('a list that is older than the last response does not move a chat down again', async () => {
  const { one, chat: chatId } = await startTwoDevices()
  await enqueueMessage(one.db, { userId: ME, chatId, content: 'Said last' })
  await one.flush()
  const [before] = await queryChats(one.db, ME)
  await one.db.sync.clear()
  await syncChats(one)
  const shown = { last_message_at: before?.last_message_at, preview: 'Said last' }
  expect((await queryChats(one.db, ME))[0]).toMatchObject(shown)
  expect(before).toMatchObject(shown)
})

test('a chat that was deleted here no longer reports a name conflict', async () => {
  const { one, two, chat: chatId } = await startTwoDevices()
  await rename(one, chatId, 'From one')
  await one.flush()
  await rename(two, chatId, 'From two')
  await two.flush()
  expect(await two.db.conflicts.count()).toBe(1)
  await enqueueChatDeletes(two.db, { userId: ME, chatIds: [chatId] })
  expect(await two.db.conflicts.count()).toBe(0)
})
