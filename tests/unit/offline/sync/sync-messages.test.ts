import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import type { Message } from '#contract/objects/chat.ts'
import { saveDeviceSetting } from '#offline/database/device-settings.ts'
import { freeSpace } from '#offline/database/free-space.ts'
import { pruneCopy } from '#offline/database/prune.ts'
import { enqueueMessage } from '#offline/outbox/enqueue.ts'
import { syncAll } from '#offline/sync/sync-all.ts'
import { loadBefore, syncMessages } from '#offline/sync/sync-messages.ts'
import { queryChatContents } from '#support/device/chat-contents.ts'
import { type Device, ME, startDevice } from '#support/device/device.ts'
import { coded } from '#support/servers/stub-server.ts'

const contents = async ({ db }: Device, chatId: string) => (await queryChatContents(db, ME, chatId)).messages
const positions = async (device: Device, chatId: string) => (await contents(device, chatId)).map(({ seq }) => seq)
const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n)
const isPage = ({ method, path }: { method: string; path: string }) =>
  method === 'GET' && /^\/companion\/chat\/[0-9a-f-]{36}\/$/.test(path)

/** A device with the newest page of a chat of that many messages. */
async function seeded(count: number) {
  const device = await startDevice()
  const chatId = uuid()
  device.server.seed(chatId, count)
  await syncAll(device)
  await syncMessages({ ...device, chatId })
  device.server.arrived.length = 0
  return { device, chat: chatId, sync: () => syncMessages({ ...device, chatId }) }
}
const serverMessage = ({ server }: Device, chatId: string, seq: number): Message => {
  const found = [...server.messages.values()].find((each) => each.chat === chatId && each.seq === seq)
  if (!found) throw new Error(`no message ${seq}`)
  return found
}
const change = (device: Device, chatId: string, seq: number, changes: Partial<Message>) =>
  device.server.change(serverMessage(device, chatId, seq), changes)

test('changed messages arrive in one request, wherever in the copy they are', async () => {
  const { device, chat: chatId, sync } = await seeded(40)
  change(device, chatId, 3, { status: 'deleted', content: '' })
  change(device, chatId, 20, { superseded_by: uuid() })
  device.server.seed(chatId, 2)
  await sync()
  const messages = await contents(device, chatId)
  expect(messages[2]).toMatchObject({ status: 'deleted', content: '' })
  expect(messages[19]?.superseded_by).not.toBeNull()
  expect(messages.map(({ seq }) => seq)).toEqual(upTo(1, 42))
  expect(device.server.arrived.filter(isPage)).toHaveLength(1)
})

test('changes before the stored range create no gap, and arrive when the user scrolls there', async () => {
  const { device, chat: chatId, sync } = await seeded(120)
  change(device, chatId, 10, { status: 'deleted', content: '' })
  await sync()
  expect(await positions(device, chatId)).toEqual(upTo(71, 120))
  await loadBefore({ ...device, chatId }, 71)
  expect((await contents(device, chatId))[9]).toMatchObject({ seq: 10, status: 'deleted' })
})

test('many changes arrive in pages, the newest messages first, and an interrupted page loses none', async () => {
  const { device, chat: chatId, sync } = await seeded(50)
  change(device, chatId, 50, { status: 'deleted', content: '' })
  device.server.seed(chatId, 450)
  let pages = 0
  device.server.intercept = (request) => {
    if (isPage(request)) pages += 1
    return pages > 2 ? 'cut' : undefined
  }
  await expect(sync()).rejects.toThrow()
  expect((await positions(device, chatId)).at(-1)).toBe(500)
  device.server.intercept = undefined
  await sync()
  const messages = await contents(device, chatId)
  expect(messages.map(({ seq }) => seq)).toEqual(upTo(1, 500))
  expect(messages[49]?.status).toBe('deleted')
  device.server.arrived.length = 0
  await sync()
  expect(device.server.arrived.filter(isPage)).toHaveLength(1)
  expect(device.server.arrived[0]?.query.has('updated_after')).toBe(true)
})

test('an interrupted sync leaves no gap that the next one does not close', async () => {
  const { device, chat: chatId, sync } = await seeded(10)
  // As stored by a build that did not record the position of the sync.
  await device.db.sync.delete([ME, `chat/${chatId}`])
  device.server.seed(chatId, 300)
  let pages = 0
  device.server.intercept = (request) => {
    if (isPage(request)) pages += 1
    return pages > 1 ? 'cut' : undefined
  }
  await expect(sync()).rejects.toThrow()
  const before = await positions(device, chatId)
  expect([before[9], before[10]]).toEqual([10, 261])
  device.server.intercept = undefined
  await sync()
  expect(await positions(device, chatId)).toEqual(upTo(1, 310))
})

test('a question sent after messages of other devices leaves no gap either', async () => {
  const { device, chat: chatId, sync } = await seeded(10)
  device.server.seed(chatId, 300)
  await enqueueMessage(device.db, { userId: ME, chatId, content: 'Mine' })
  await device.flush()
  expect(await positions(device, chatId)).toEqual([...upTo(1, 10), 311, 312])
  await device.db.sync.delete([ME, `chat/${chatId}`])
  await sync()
  expect(await positions(device, chatId)).toEqual(upTo(1, 312))
})

test('chats that are not open are updated in the background, and are not kept longer for that', async () => {
  const { device, chat: chatId } = await seeded(4)
  await device.db.chats.update([ME, chatId], { used_at: 0 })
  change(device, chatId, 2, { status: 'deleted', content: '' })
  await syncAll(device)
  expect((await contents(device, chatId))[1]?.status).toBe('deleted')
  device.server.arrived.length = 0
  await syncAll(device)
  expect(device.server.arrived.filter(isPage)).toEqual([])
  await saveDeviceSetting(device.db, 'offline_chats', 20)
  for (let n = 0; n < 20; n += 1) device.server.seed(uuid(), 0)
  await syncAll(device)
  await pruneCopy(device.db, ME)
  expect(await positions(device, chatId)).toEqual([])
})

test('a chat whose sync always fails delays no other, and is reported in the end', async () => {
  const device = await startDevice()
  const chatIds = [1, 2, 3].map((n) => `01960000-000${n}-7000-8000-000000000000`)
  for (const chatId of chatIds) device.server.seed(chatId, 2)
  await syncAll(device)
  for (const chatId of chatIds) await syncMessages({ ...device, chatId })
  for (const chatId of chatIds) change(device, chatId, 2, { status: 'deleted', content: '' })
  const [first = ''] = chatIds
  device.server.intercept = ({ path }) => (path.includes(first) ? coded(500, 'internal') : undefined)
  expect(await syncAll(device)).toMatchObject({ error: { status: 500 } })
  for (const chatId of chatIds) {
    expect((await contents(device, chatId))[1]?.status).toBe(chatId === first ? 'complete' : 'deleted')
  }
  // The other users' requests would fail too.
  for (const chatId of chatIds) change(device, chatId, 1, { status: 'deleted', content: '' })
  device.server.arrived.length = 0
  device.server.intercept = (request) => (isPage(request) ? 'cut' : undefined)
  await expect(syncAll(device)).rejects.toThrow()
  expect(new Set(device.server.arrived.filter(isPage).map(({ path }) => path)).size).toBe(1)
})

test('messages that were pruned are fetched again when the chat is opened', async () => {
  const { device, chat: chatId, sync } = await seeded(4)
  await freeSpace(device.db, ME)
  expect(await positions(device, chatId)).toEqual([])
  expect(await device.db.sync.get([ME, `chat/${chatId}`])).toBeUndefined()
  await sync()
  expect(await positions(device, chatId)).toEqual([1, 2, 3, 4])
})

test.each(['pruned', 'evicted from a full disk'])(
  'messages that are %s while their changes are requested are fetched again at once',
  async (how) => {
    const { device, chat: chatId, sync } = await seeded(4)
    change(device, chatId, 4, { content: 'Changed' })
    let isFull = how !== 'pruned'
    device.db.sync.hook('updating').subscribe(() => {
      if (!isFull) return
      isFull = false
      throw new DOMException('full', 'QuotaExceededError')
    })
    device.server.intercept = async () => {
      device.server.intercept = undefined
      // As another tab does, in which the chat was not opened.
      if (how === 'pruned') await freeSpace(device.db, ME)
      return undefined
    }
    await sync()
    expect(isFull).toBe(false)
    expect(await positions(device, chatId)).toEqual([1, 2, 3, 4])
    expect((await contents(device, chatId))[3]?.content).toBe('Changed')
  },
)

test('messages of a chat that was opened in this page are not pruned by its syncs', async () => {
  const { device, chat: chatId } = await seeded(4)
  await device.db.chats.update([ME, chatId], { used_at: 0 })
  for (let n = 0; n < 20; n += 1) device.server.seed(uuid(), 0)
  await syncAll(device)
  expect(await positions(device, chatId)).toEqual([1, 2, 3, 4])
})

test('a page that was read before a deletion and arrives after it restores nothing', async () => {
  const { device, chat: chatId, sync } = await seeded(2)
  change(device, chatId, 2, { content: 'Said once' })
  device.server.intercept = async (request) => {
    const reply = device.server.handle(request)
    device.server.intercept = undefined
    change(device, chatId, 2, { status: 'deleted', content: '' })
    await sync()
    return reply
  }
  await sync()
  expect((await contents(device, chatId))[1]).toMatchObject({ status: 'deleted', content: '' })
})
