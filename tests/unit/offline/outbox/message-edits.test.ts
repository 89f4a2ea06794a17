import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { readEntries } from '#offline/database/queries.ts'
import { readDraft, saveDraft } from '#offline/drafts/drafts.ts'
import { enqueueMessage } from '#offline/outbox/enqueue.ts'
import { enqueueMessageDelete } from '#offline/outbox/enqueue-message-changes.ts'
import { discard } from '#offline/outbox/outbox-actions.ts'
import { syncAll } from '#offline/sync/sync-all.ts'
import { syncChats } from '#offline/sync/sync-chats.ts'
import { syncMessages } from '#offline/sync/sync-messages.ts'
import { queryChatContents } from '#support/device/chat-contents.ts'
import { type Device, ME, startDevice } from '#support/device/device.ts'
import { queryChats } from '#support/device/query-chats.ts'
import { startTwoDevices } from '#support/device/two-devices.ts'
import { coded } from '#support/servers/stub-server.ts'

/** What a user sees of a chat: messages, then unsent ones. */
async function shown({ db }: Device, chatId: string): Promise<string[]> {
  const { messages, unsent, hidden } = await queryChatContents(db, ME, chatId)
  const words = [...messages, ...unsent.map(({ id, body: { content } }) => ({ id, content }))]
  return words.filter(({ id }) => !hidden.has(id)).map(({ content }) => content)
}
const line = async ({ db }: Device) => {
  const [chat] = await queryChats(db, ME)
  return chat && { title: chat.title, preview: chat.preview }
}
const at = async ({ db }: Device, chatId: string, seq: number) =>
  (await queryChatContents(db, ME, chatId)).messages.find((message) => message.seq === seq)?.id ?? ''
const seeded = async (count: number) => {
  const device = await startDevice()
  const chatId = uuid()
  device.server.seed(chatId, count)
  await syncAll(device)
  await syncMessages({ ...device, chatId })
  return { device, chat: chatId }
}
const say = (device: Device, chatId: string, content: string, replaces?: string) =>
  enqueueMessage(device.db, { userId: ME, chatId, content, replaces })
const erase = (device: Device, chatId: string, messageId: string) =>
  enqueueMessageDelete(device.db, { userId: ME, chatId, messageId })

describe('an edited question', () => {
  it('hides the old branch at once, as the server does later', async () => {
    const { device, chat: chatId } = await seeded(6)
    await say(device, chatId, 'Better', await at(device, chatId, 3))
    expect(await shown(device, chatId)).toEqual(['Message 1', 'Message 2', 'Better'])
    await device.flush()
    expect(await shown(device, chatId)).toEqual(['Message 1', 'Message 2', 'Better', ''])
    // Fetched from the server again, as another device would.
    await syncMessages({ ...device, chatId })
    expect(await shown(device, chatId)).toEqual(['Message 1', 'Message 2', 'Better', ''])
    expect(await readEntries(device.db, ME)).toEqual([])
  })

  it('hides waiting entries before it, in a chat of which only the end is stored', async () => {
    const { device, chat: chatId } = await seeded(60)
    expect((await queryChatContents(device.db, ME, chatId)).messages[0]?.seq).toBe(11)
    await say(device, chatId, 'Waiting')
    await say(device, chatId, 'Better', await at(device, chatId, 13))
    await device.db.messages.where('[account+chat+seq]').between([ME, chatId, 0], [ME, chatId, 30]).delete()
    expect(await shown(device, chatId)).toEqual(['Better'])
  })

  it('keeps the draft of the chat, and renames a chat whose title was made of the old question', async () => {
    const { device, chat: chatId } = await seeded(2)
    device.server.chats.set(chatId, {
      ...(device.server.chats.get(chatId) as never as object),
      title: 'Message 1',
    } as never)
    await device.db.chats.update([ME, chatId], { title: 'Message 1' })
    await saveDraft(device.db, ME, chatId, 'Half a thought')
    await say(device, chatId, 'Better', await at(device, chatId, 1))
    expect(await readDraft(device.db, ME, chatId)).toBe('Half a thought')
    expect(await line(device)).toEqual({ title: 'Better', preview: 'Better' })
    // A list that arrives before the edit is sent does not undo that.
    await device.db.sync.clear()
    await syncChats(device)
    expect(await line(device)).toEqual({ title: 'Better', preview: 'Better' })
    // Sending the edit does not undo it either.
    await device.flush()
    expect(await readEntries(device.db, ME)).toEqual([])
    expect(await line(device)).toEqual({ title: 'Better', preview: 'Better' })
  })

  it('shows the old branch again when it is rejected, with its text available, and when it is discarded', async () => {
    const { device, chat: chatId } = await seeded(4)
    const id = await say(device, chatId, 'Better', await at(device, chatId, 3))
    device.server.intercept = ({ path }) => (path === '/companion/chat/' ? coded(409, 'conflict') : undefined)
    await device.flush()
    const all = ['Message 1', 'Message 2', 'Message 3', 'Message 4']
    expect(await shown(device, chatId)).toEqual([...all, 'Better'])
    expect(await readEntries(device.db, ME)).toMatchObject([{ state: 'failed', error: { code: 'conflict' } }])
    expect(await discard(device.db, id)).toBe(true)
    expect(await shown(device, chatId)).toEqual(all)
    expect(await readDraft(device.db, ME, chatId)).toBe('Better')
  })

  it('is not sent twice when the response was lost', async () => {
    const { device, chat: chatId } = await seeded(4)
    await say(device, chatId, 'Better', await at(device, chatId, 3))
    device.server.intercept = (request) => (device.server.handle(request) ? 'cut' : undefined)
    await device.flush()
    device.server.intercept = undefined
    device.clock.now += 60_000
    await device.flush()
    expect(device.server.questions(chatId)).toEqual(['Message 1', 'Message 3', 'Better'])
    expect(await shown(device, chatId)).toEqual(['Message 1', 'Message 2', 'Better', ''])
  })

  it('replaces what a waiting question would have replaced when that question is discarded', async () => {
    const { device, chat: chatId } = await seeded(4)
    const first = await say(device, chatId, 'Better', await at(device, chatId, 3))
    await say(device, chatId, 'Best', first)
    expect(await shown(device, chatId)).toEqual(['Message 1', 'Message 2', 'Best'])
    expect(await discard(device.db, first)).toBe(true)
    expect(await shown(device, chatId)).toEqual(['Message 1', 'Message 2', 'Best'])
    await device.flush()
    expect(device.server.questions(chatId)).toEqual(['Message 1', 'Message 3', 'Best'])
    expect(await shown(device, chatId)).toEqual(['Message 1', 'Message 2', 'Best', ''])
  })

  it('made on two devices loses no text: the later one wins, and both show the same', async () => {
    const { one, two, chat: chatId, server } = await startTwoDevices()
    for (const device of [one, two]) await syncMessages({ ...device, chatId })
    const question = await at(one, chatId, 1)
    await say(one, chatId, 'From one', question)
    await say(two, chatId, 'From two', question)
    await one.flush()
    await two.flush()
    for (const device of [one, two]) await syncAll(device)
    expect(server.questions(chatId)).toEqual(['Message 1', 'From one', 'From two'])
    expect(await shown(one, chatId)).toEqual(['From two', ''])
    expect(await shown(two, chatId)).toEqual(['From two', ''])
  })
})

describe('a deleted message', () => {
  it('is hidden at once with its answers, deleted on the server, and then on other devices', async () => {
    const { one, two, chat: chatId, server } = await startTwoDevices()
    for (const device of [one, two]) await syncMessages({ ...device, chatId })
    await erase(one, chatId, await at(one, chatId, 1))
    expect(await shown(one, chatId)).toEqual([])
    expect(server.questions(chatId)).toEqual(['Message 1'])
    await one.flush()
    expect(server.questions(chatId)).toEqual([])
    expect(await readEntries(one.db, ME)).toEqual([])
    expect(await shown(two, chatId)).toEqual(['Message 1', 'Message 2'])
    await syncAll(two)
    expect(await shown(two, chatId)).toEqual([])
    for (const { db } of [one, two]) {
      expect((await db.messages.toArray()).map(({ status, content }) => [status, content])).toEqual([
        ['deleted', ''],
        ['deleted', ''],
      ])
    }
  })

  it('disappears from the chat’s preview, and an older response does not restore it', async () => {
    const { device, chat: chatId } = await seeded(4)
    const given = { title: 'Message 1', preview: 'Message 4', last_message_at: '2026-01-01T01:00:00.000Z' }
    const before = device.server.chats.get(chatId)
    if (before) device.server.chats.set(chatId, { ...before, ...given, updated_at: '2026-01-01T01:00:00.000Z' })
    await syncChats(device)
    await erase(device, chatId, await at(device, chatId, 4))
    expect(await line(device)).toEqual({ title: 'Message 1', preview: 'Message 3' })
    const entry = await erase(device, chatId, await at(device, chatId, 1))
    expect(await line(device)).toEqual({ title: 'Message 3', preview: 'Message 3' })
    await device.db.sync.clear()
    await syncChats(device)
    expect(await line(device)).toEqual({ title: 'Message 3', preview: 'Message 3' })
    expect(await discard(device.db, entry ?? '')).toBe(true)
    expect((await line(device))?.title).toBe('Message 1')
    expect(await shown(device, chatId)).toEqual(['Message 1', 'Message 2', 'Message 3'])
  })

  it('can be undone until it is sent, which is delayed for that time', async () => {
    const { device, chat: chatId } = await seeded(2)
    const messageId = await at(device, chatId, 2)
    const notBefore = device.clock.now + 5_000
    const entry = await enqueueMessageDelete(device.db, { userId: ME, chatId, messageId, notBefore })
    expect(await enqueueMessageDelete(device.db, { userId: ME, chatId, messageId })).toBe(entry)
    await device.flush()
    expect(device.server.messages.get(messageId)?.status).toBe('complete')
    expect(await discard(device.db, entry ?? '')).toBe(true)
    expect(await shown(device, chatId)).toEqual(['Message 1', 'Message 2'])
  })

  it('leaves nothing to delete elsewhere when it was never sent', async () => {
    const { device, chat: chatId } = await seeded(2)
    const id = await say(device, chatId, 'Never mind')
    expect(await erase(device, chatId, id)).toBe(null)
    expect(await readEntries(device.db, ME)).toEqual([])
    expect(await shown(device, chatId)).toEqual(['Message 1', 'Message 2'])
  })

  it('is replaced by its edit when it was an edit itself', async () => {
    const { device, chat: chatId } = await seeded(4)
    const first = await say(device, chatId, 'Better', await at(device, chatId, 3))
    await say(device, chatId, 'Best', first)
    expect(await erase(device, chatId, first)).toBe(null)
    expect(await shown(device, chatId)).toEqual(['Message 1', 'Message 2', 'Best'])
    await device.flush()
    expect(device.server.questions(chatId)).toEqual(['Message 1', 'Message 3', 'Best'])
    expect(await shown(device, chatId)).toEqual(['Message 1', 'Message 2', 'Best', ''])
  })

  it('is deleted after it was sent when it may have arrived, and a question after it waits for that', async () => {
    const { device, chat: chatId } = await seeded(2)
    const id = await say(device, chatId, 'Sent, or not')
    device.server.intercept = (request) => (device.server.handle(request) ? 'cut' : undefined)
    await device.flush()
    expect(await erase(device, chatId, id)).not.toBe(null)
    expect(await shown(device, chatId)).toEqual(['Message 1', 'Message 2'])
    await say(device, chatId, 'Next')
    device.server.intercept = undefined
    device.server.arrived.length = 0
    device.clock.now += 60_000
    await device.flush()
    const calls = device.server.arrived.map(({ method, json }) => [method, json.content])
    expect(calls).toEqual([
      ['POST', 'Sent, or not'],
      ['DELETE', undefined],
      ['POST', 'Next'],
    ])
    expect(device.server.questions(chatId)).toEqual(['Message 1', 'Next'])
  })

  it.each([
    [
      'deleted there too',
      (device: Device, _: string, message: string) => {
        const there = device.server.messages.get(message)
        if (there) device.server.change(there, { status: 'deleted', content: '' })
      },
    ],
    [
      'edited there',
      (device: Device, chatId: string, message: string) => {
        const body = { id: uuid(), chat: chatId, content: 'Edited there', replaces: message }
        device.server.handle({
          method: 'POST',
          path: '/companion/chat/',
          query: new URLSearchParams(),
          headers: {},
          json: body,
          body: Buffer.alloc(0),
          token: undefined,
        })
      },
    ],
    [
      'gone with its chat',
      (device: Device, chatId: string) => {
        device.server.chats.delete(chatId)
        device.server.deleted.push(chatId)
      },
    ],
  ])('is deleted in the end when it was %s meanwhile, and nothing stays behind', async (_, meanwhile) => {
    const { device, chat: chatId } = await seeded(2)
    const message = await at(device, chatId, 1)
    await erase(device, chatId, message)
    meanwhile(device, chatId, message)
    await device.flush()
    await syncAll(device)
    expect(await readEntries(device.db, ME)).toEqual([])
    expect(JSON.stringify(await device.db.messages.toArray())).not.toContain('Message 1')
  })

  it('no longer waits for its sending when that is rejected', async () => {
    const { device, chat: chatId } = await seeded(2)
    const id = await say(device, chatId, 'Refused')
    device.server.intercept = () => 'cut'
    await device.flush()
    await erase(device, chatId, id)
    device.server.intercept = ({ method }) => (method === 'POST' ? coded(400, 'bad_request') : undefined)
    device.clock.now += 60_000
    await device.flush()
    expect(await readEntries(device.db, ME)).toMatchObject([{ kind: 'message.send', state: 'failed' }])
    expect(await erase(device, chatId, id)).toBe(null)
    expect(await readEntries(device.db, ME)).toEqual([])
  })

  it('is removed from the queue with its chat', async () => {
    const { device, chat: chatId } = await seeded(2)
    await erase(device, chatId, await at(device, chatId, 1))
    device.server.chats.delete(chatId)
    device.server.deleted.push(chatId)
    await syncChats(device)
    expect(await readEntries(device.db, ME)).toEqual([])
    expect(await queryChats(device.db, ME)).toEqual([])
  })
})
