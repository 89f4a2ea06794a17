import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { readTranscript } from '#offline/chats/transcript.ts'
import { enqueueMessage } from '#offline/outbox/enqueue.ts'
import { syncAll } from '#offline/sync/sync-all.ts'
import { syncChats } from '#offline/sync/sync-chats.ts'
import { loadWholeChat, syncMessages } from '#offline/sync/sync-messages.ts'
import { type Device, ME, startDevice } from '#support/device/device.ts'

async function deviceWith(count: number) {
  const device = await startDevice()
  const chatId = uuid()
  device.server.seed(chatId, count)
  await syncAll(device)
  await syncMessages({ ...device, chatId })
  return { device, chatId, read: () => readTranscript(device.db, ME, chatId) }
}

const onServer = ({ server }: Device, chatId: string, seq: number) => {
  const found = [...server.messages.values()].find((each) => each.chat === chatId && each.seq === seq)
  if (!found) throw new Error(`no message ${seq}`)
  return found
}

describe('the transcript of a chat', () => {
  it('has the messages of the current path in order, and unsent questions last', async () => {
    const { device, chatId, read } = await deviceWith(4)
    await enqueueMessage(device.db, { userId: ME, chatId, content: 'Asked offline' })
    const transcript = await read()
    expect(transcript?.isWhole).toBe(true)
    expect(transcript?.messages.map(({ role, isSent }) => [role, isSent])).toEqual([
      ['user', true],
      ['assistant', true],
      ['user', true],
      ['assistant', true],
      ['user', false],
    ])
    expect(transcript?.messages.at(-1)?.content).toBe('Asked offline')
  })

  it('has the version of an answer that was chosen, in the place of the first, and no deleted message', async () => {
    const { device, chatId, read } = await deviceWith(4)
    const [first, gone] = [onServer(device, chatId, 2), onServer(device, chatId, 4)]
    const again = { ...first, id: uuid(), seq: 5, version: 2, content: 'The second version' }
    await device.db.messages.put({ ...again, userId: ME })
    device.server.change(gone, { status: 'deleted', content: '' })
    await syncMessages({ ...device, chatId })
    const contents = async () => (await read())?.messages.map(({ content }) => content)
    const [question, next] = [onServer(device, chatId, 1).content, onServer(device, chatId, 3).content]
    expect(await contents()).toEqual([question, 'The second version', next])
    await device.db.chats.update([ME, chatId], { versions: [first.id] })
    expect(await contents()).toEqual([question, first.content, next])
  })

  it('says that older messages are missing until they are loaded', async () => {
    const { device, chatId, read } = await deviceWith(450)
    expect(await read()).toMatchObject({ isWhole: false })
    await loadWholeChat({ ...device, chatId })
    const transcript = await read()
    expect(transcript?.isWhole).toBe(true)
    expect(transcript?.messages).toHaveLength(450)
  })

  it('says that all messages are missing of a chat that is known from the list only, until they are loaded', async () => {
    const device = await startDevice()
    const chatId = uuid()
    device.server.seed(chatId, 2)
    await syncAll(device)
    const read = () => readTranscript(device.db, ME, chatId)
    expect(await read()).toMatchObject({ isWhole: false, messages: [] })
    await loadWholeChat({ ...device, chatId, isUnseen: true })
    const transcript = await read()
    expect(transcript?.isWhole).toBe(true)
    expect(transcript?.messages).toHaveLength(2)
  })

  it('says that messages are missing when the list has brought a later change of the chat', async () => {
    const { device, chatId, read } = await deviceWith(2)
    expect(await read()).toMatchObject({ isWhole: true })
    device.server.change(onServer(device, chatId, 2), { content: 'Another text' })
    await syncChats(device)
    expect(await read()).toMatchObject({ isWhole: false })
    await loadWholeChat({ ...device, chatId, isUnseen: true })
    const transcript = await read()
    expect(transcript?.isWhole).toBe(true)
    expect(transcript?.messages.at(-1)?.content).toBe('Another text')
  })

  it('is whole for a chat that only this device has', async () => {
    const device = await startDevice()
    const chatId = uuid()
    await enqueueMessage(device.db, { userId: ME, chatId, content: 'Asked offline', newChat: {} })
    expect(await readTranscript(device.db, ME, chatId)).toMatchObject({ isWhole: true })
  })

  it('is undefined for a chat that is not on this device, and for a chat of another user', async () => {
    const { device, chatId } = await deviceWith(2)
    expect(await readTranscript(device.db, ME, uuid())).toBeUndefined()
    expect(await readTranscript(device.db, ME + 1, chatId)).toBeUndefined()
  })
})
