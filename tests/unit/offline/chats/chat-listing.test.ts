import { v7 as uuid } from 'uuid'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type ChatListing, followChats } from '#offline/chats/chat-listing.ts'
import { enqueueChatDeletes } from '#offline/chats/chat-trash.ts'
import type { ChatRow } from '#offline/database/rows.ts'
import { type Device, ME, startDevice } from '#support/device/device.ts'
import { queryChats } from '#support/device/query-chats.ts'

const chat = (n: number, more: Partial<ChatRow> = {}): ChatRow => {
  // Ids and times in different orders, some with equal times.
  const at = new Date(Date.UTC(2026, 0, 1) + ((n * 7919) % 5000) * 60_000).toISOString()
  const text = { id: uuid(), title: `Chat ${n}`, preview: 'words', folder: null, tags: [] }
  return {
    userId: ME,
    ...text,
    created_at: at,
    updated_at: at,
    last_message_at: at,
    is_saved: false,
    expires_at: null,
    ...more,
  }
}

/** The last notification. */
function follow({ db }: Device, userId = ME): { told: ChatListing[]; last: () => ChatListing | undefined } {
  const told: ChatListing[] = []
  onTestFinished(followChats(db, userId, (listing) => told.push(listing)))
  return { told, last: () => told.at(-1) }
}

const inOrder = async ({ db }: Device) => (await queryChats(db, ME)).map(({ last_message_at }) => last_message_at)

test('the listing reports the newest chats first, then all chats in the order of their last messages', async () => {
  const device = await startDevice()
  await device.db.chats.bulkPut(Array.from({ length: 1500 }, (_, n) => chat(n)))
  const { told, last } = follow(device)
  await vi.waitFor(() => expect(last()?.complete).toBe(true))
  expect(told[0]?.complete).toBe(false)
  const all = await inOrder(device)
  expect(told[0]?.chats.map(({ last_message_at }) => last_message_at)).toEqual(all.slice(0, 60))
  expect(last()?.chats.map(({ last_message_at }) => last_message_at)).toEqual(all)
})

test('the listing reads only changed rows, and moves them to their place', async () => {
  const device = await startDevice()
  const rows = Array.from({ length: 200 }, (_, n) => chat(n))
  await device.db.chats.bulkPut(rows)
  const { last } = follow(device)
  await vi.waitFor(() => expect(last()?.chats).toHaveLength(200))
  const reads = vi.spyOn(device.db.chats, 'bulkGet')
  const [first, second, third] = rows as [ChatRow, ChatRow, ChatRow]
  await device.db.chats.update([ME, first.id], { last_message_at: '2027-01-01T00:00:00.000Z' })
  await vi.waitFor(() => expect(last()?.chats[0]?.id).toBe(first.id))
  await enqueueChatDeletes(device.db, { userId: ME, chatIds: [second.id] })
  await device.db.chats.update([ME, third.id], { title: 'Renamed', folder: uuid() })
  const fresh = chat(1, { last_message_at: '2020-01-01T00:00:00.000Z' })
  await device.db.chats.put(fresh)
  await vi.waitFor(() => expect(last()?.chats.at(-1)?.id).toBe(fresh.id))
  expect(last()?.chats).toHaveLength(200)
  expect(last()?.chats.some(({ id }) => id === second.id)).toBe(false)
  expect(last()?.chats.find(({ id }) => id === third.id)?.title).toBe('Renamed')
  expect(last()?.chats.map(({ last_message_at }) => last_message_at)).toEqual(await inOrder(device))
  expect(reads.mock.calls.flatMap(([keys]) => keys).length).toBeLessThan(10)
})

test('the listing reads all rows again after each failed read', async () => {
  const device = await startDevice()
  await device.db.chats.put(chat(1))
  const { last } = follow(device)
  await vi.waitFor(() => expect(last()?.chats).toHaveLength(1))
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  vi.spyOn(device.db.chats, 'bulkGet').mockRejectedValueOnce(new Error('The disk hangs'))
  await device.db.chats.put(chat(2))
  await vi.waitFor(() => expect(reported).toHaveBeenCalledOnce())
  vi.spyOn(device.db.chats, 'where').mockImplementationOnce(() => {
    throw new Error('The disk hangs again')
  })
  vi.advanceTimersByTime(5_000)
  await vi.waitFor(() => expect(reported).toHaveBeenCalledTimes(2))
  vi.advanceTimersByTime(5_000)
  await vi.waitFor(() => expect(last()?.chats).toHaveLength(2))
})

test('the listing reads again after the connection to the database was lost, and reports no error', async () => {
  const device = await startDevice()
  await device.db.chats.put(chat(1))
  const { last } = follow(device)
  await vi.waitFor(() => expect(last()?.chats).toHaveLength(1))
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  onTestFinished(() => void vi.unstubAllGlobals())
  const lost = new DOMException('Connection to Indexed Database server lost', 'UnknownError')
  const reads = vi.spyOn(device.db.chats, 'bulkGet').mockRejectedValueOnce(lost)
  await device.db.chats.put(chat(2))
  await vi.waitFor(() => expect(last()?.chats).toHaveLength(2))
  expect(reads).toHaveBeenCalledOnce()
  expect(reported).not.toHaveBeenCalled()
})

test('the listing reports no chat of another user, and nothing after it is closed', async () => {
  const device = await startDevice()
  const { told, last } = follow(device)
  await vi.waitFor(() => expect(last()).toEqual({ chats: [], complete: true }))
  await device.db.chats.put(chat(1, { userId: ME + 1 }))
  await device.db.chats.put(chat(2))
  await vi.waitFor(() => expect(last()?.chats).toHaveLength(1))
  await device.db.chats.clear()
  await vi.waitFor(() => expect(last()?.chats).toEqual([]))
  const before = told.length
  const stop = followChats(device.db, ME, (listing) => told.push(listing))
  stop()
  await device.db.chats.put(chat(3))
  await vi.waitFor(() => expect(last()?.chats).toHaveLength(1))
  expect(told).toHaveLength(before + 1)
})
