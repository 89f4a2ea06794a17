import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { readEntries } from '#offline/database/queries.ts'
import { enqueueChatChange, enqueueMessage } from '#offline/outbox/enqueue.ts'
import { enqueueMessageDelete } from '#offline/outbox/enqueue-message-changes.ts'
import { discard } from '#offline/outbox/outbox-actions.ts'
import { syncAll } from '#offline/sync/sync-all.ts'
import { syncMessages } from '#offline/sync/sync-messages.ts'
import { type Device, ME, startDevice } from '#support/device/device.ts'
import { queryChats } from '#support/device/query-chats.ts'
import { coded } from '#support/servers/stub-server.ts'

let device: Device
const chatId = uuid()

beforeEach(async () => {
  device = await startDevice()
})

const say = (content: string) => enqueueMessage(device.db, { userId: ME, chatId, content, newChat: {} })
const shown = async () => {
  const [chat] = await queryChats(device.db, ME)
  return { title: chat?.title, preview: chat?.preview }
}
/** All titles that were sent to the server. */
const sent = () => device.server.arrived.flatMap(({ json: { title } }) => (title === undefined ? [] : [title]))
const reconnect = async () => {
  device.server.intercept = undefined
  device.clock.now += 3_600_000
  await device.flush()
}
const remove = (db: Device['db'], id: string) => enqueueMessageDelete(db, { userId: ME, chatId, messageId: id })

describe.each([
  ['discarded', discard],
  ['deleted', remove],
])('a first question that is %s before it is sent', (_, takeBack) => {
  it('leaves the title of its chat to the next question', async () => {
    const first = await say('A secret')
    expect(await shown()).toEqual({ title: 'A secret', preview: 'A secret' })
    await takeBack(device.db, first)
    expect(await shown()).toEqual({ title: '', preview: '' })
    await say('Something else')
    expect(await shown()).toEqual({ title: 'Something else', preview: 'Something else' })
    await device.flush()
    expect(sent()).toEqual([''])
    expect(await shown()).toMatchObject({ title: 'Something else' })
  })

  it('leaves it to the question that waits behind it', async () => {
    const first = await say('A secret')
    await say('Something else')
    await takeBack(device.db, first)
    expect(await shown()).toEqual({ title: 'Something else', preview: 'Something else' })
    await device.flush()
    expect(sent()).toEqual(['Something else'])
  })

  it('keeps the title that its user has given', async () => {
    const first = await say('A secret')
    await enqueueChatChange(device.db, { userId: ME, chatId, patch: { title: 'Plans' } })
    await takeBack(device.db, first)
    expect(await shown()).toMatchObject({ title: 'Plans' })
    await device.flush()
    expect(sent()).toEqual(['', 'Plans'])
  })
})

describe('a first question that is taken back', () => {
  it.each([
    ['was created', async () => void (await device.flush())],
    [
      'may have been created',
      async () => {
        device.server.intercept = (request) => {
          device.server.handle(request)
          return 'cut'
        }
        await device.flush()
      },
    ],
  ])('is taken out of the title on the server, when its chat %s there', async (_, create) => {
    device.server.intercept = ({ path }) => (path === '/companion/chat/' ? coded(429, 'limit_reached') : undefined)
    const first = await say('A secret')
    await create()
    expect(device.server.chats.get(chatId)?.title).toBe('A secret')
    await discard(device.db, first)
    expect(await shown()).toEqual({ title: '', preview: '' })
    await reconnect()
    expect(device.server.chats.get(chatId)?.title).toBe('')
    expect(await readEntries(device.db, ME)).toEqual([])
    expect(await device.db.conflicts.toArray()).toEqual([])
    await syncAll(device)
    expect(await shown()).toEqual({ title: '', preview: '' })
  })

  it('is followed in the title by each question that is taken back in its turn', async () => {
    device.server.intercept = () => 'cut'
    const [first, second] = [await say('A secret'), await say('Another secret')]
    await device.flush()
    await discard(device.db, first)
    expect(await shown()).toMatchObject({ title: 'Another secret' })
    await discard(device.db, second)
    expect(await shown()).toMatchObject({ title: '' })
    device.server.arrived.length = 0
    await reconnect()
    expect(sent()).toEqual(['', ''])
  })

  it('leaves the title of a chat that has other questions', async () => {
    device.server.seed(chatId, 2)
    await syncAll(device)
    await syncMessages({ ...device, chatId })
    await enqueueChatChange(device.db, { userId: ME, chatId, patch: { title: 'Hello' } })
    await device.flush()
    await discard(device.db, await say('Hello'))
    expect(await shown()).toMatchObject({ title: 'Hello' })
    expect(await readEntries(device.db, ME)).toEqual([])
  })
})
