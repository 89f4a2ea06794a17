import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { saveDeviceSetting } from '#offline/database/device-settings.ts'
import { saveDraft } from '#offline/drafts/drafts.ts'
import { enqueueMessage } from '#offline/outbox/enqueue.ts'
import { syncChats } from '#offline/sync/sync-chats.ts'
import { type Device, ME, startDevice } from '#support/device/device.ts'
import { queryChats } from '#support/device/query-chats.ts'
import type { ReceivedRequest } from '#support/servers/stub-server.ts'

/** The server's response to a device whose tombstones have expired: the full list in pages, without deletions. */
function awayForLong({ server }: Device, during: () => void = () => {}) {
  const forgotten = new Set(server.deleted)
  server.deleted.length = 0
  server.intercept = ({ method, path, query }: ReceivedRequest) => {
    if (method !== 'GET' || path !== '/companion/chats/' || (query.get('updated_after') ?? '') >= LATER)
      return undefined
    const all = [...server.chats.values()].sort((a, b) => b.updated_at.localeCompare(a.updated_at))
    const start = Number(query.get('cursor') ?? 0)
    const next_cursor = start + 2 < all.length ? String(start + 2) : null
    const results = all.slice(start, start + 2)
    if (start === 0) during()
    return { status: 200, json: { results, next_cursor, deleted: [], synced_at: LATER, complete: true } }
  }
  return forgotten
}
const LATER = '2026-06-01T00:00:00.000Z'
const ids = async ({ db }: Device) => (await queryChats(db, ME)).map(({ id }) => id).sort()

async function withChats(count: number) {
  const device = await startDevice()
  const chatIds = Array.from({ length: count }, () => uuid())
  for (const id of chatIds) device.server.seed(id, 1)
  await syncChats(device)
  return { device, chatIds: chatIds as [string, string, string, ...string[]] }
}

test('a device that was away longer than tombstones are kept removes chats that are not in the full list', async () => {
  const { device, chatIds } = await withChats(6)
  const { server, db } = device
  const [typed, drafted, gone] = chatIds
  await enqueueMessage(db, { userId: ME, chatId: typed, content: 'Not sent yet' })
  await saveDraft(db, ME, drafted, 'A thought')
  for (const id of [typed, drafted, gone]) server.chats.delete(id)
  const fresh = uuid()
  server.seed(fresh, 1)
  awayForLong(device)
  await syncChats(device)
  // Unsent text or a draft keeps its chat, as for any deletion.
  expect(await ids(device)).toEqual([typed, drafted, ...chatIds.slice(3), fresh].sort())
  expect((await db.chats.get([ME, typed]))?.local).toBe(true)
  expect(await db.sync.get([ME, 'chats'])).toMatchObject({ next_cursor: null })
  expect(Date.parse((await db.sync.get([ME, 'chats']))?.synced_at ?? '')).not.toBeNaN()
})

test('a full sync keeps a chat that moves to the front during it, and fetches no more than the limit', async () => {
  const { device, chatIds } = await withChats(6)
  const { server, db } = device
  await saveDeviceSetting(db, 'offline_chats', 20)
  const last = chatIds[0]
  const later = Array.from({ length: 30 }, () => uuid())
  for (const id of later) server.seed(id, 1)
  const moved = server.chats.get(last)
  awayForLong(device, () => {
    if (!moved) return
    server.chats.delete(last)
    queueMicrotask(() => server.chats.set(last, { ...moved, updated_at: '2026-06-02T00:00:00.000Z' }))
  })
  await syncChats(device)
  expect(await db.chats.get([ME, last])).toMatchObject({ updated_at: '2026-06-02T00:00:00.000Z' })
  expect(await ids(device)).toEqual(expect.arrayContaining(chatIds))
  expect((await ids(device)).length).toBeLessThan(6 + 30)
  expect(await db.sync.get([ME, 'chats'])).toMatchObject({ next_cursor: '' })
})
