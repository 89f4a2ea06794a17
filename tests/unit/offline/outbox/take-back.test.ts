import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { readEntries } from '#offline/database/queries.ts'
import { NEW_CHAT, readDraft } from '#offline/drafts/drafts.ts'
import { readDraftFiles } from '#offline/files/draft-files.ts'
import { pruneFiles, readFile } from '#offline/files/file-copies.ts'
import { claimEntry, LEASE_MS } from '#offline/flush/settle-entry.ts'
import { enqueueMessage } from '#offline/outbox/enqueue.ts'
import { discard, moveToDraft, retry, retryAll } from '#offline/outbox/outbox-actions.ts'
import { syncAll } from '#offline/sync/sync-all.ts'
import { syncMessages } from '#offline/sync/sync-messages.ts'
import { attachFile } from '#support/device/attach-file.ts'
import { queryChatContents } from '#support/device/chat-contents.ts'
import { type Device, ME, startDevice } from '#support/device/device.ts'
import { queryChats } from '#support/device/query-chats.ts'
import { coded } from '#support/servers/stub-server.ts'

let device: Device
let chatId: string

beforeEach(async () => {
  device = await startDevice()
  chatId = uuid()
  device.server.seed(chatId, 2)
  await syncAll(device)
  await syncMessages({ ...device, chatId })
})

const say = (content: string, more: { replaces?: string } = {}) =>
  enqueueMessage(device.db, { userId: ME, chatId, content, ...more })
const bodies = async () => (await readEntries(device.db, ME)).map(({ kind, body }) => [kind, body])
async function shown(): Promise<string[]> {
  const { messages, unsent, hidden } = await queryChatContents(device.db, ME, chatId)
  const questions = messages.filter(({ role }) => role === 'user')
  const words = [...questions, ...unsent.map(({ id, body: { content } }) => ({ id, content }))]
  return words.filter(({ id }) => !hidden.has(id)).map(({ content }) => content)
}
/** Makes an attempt after which the device does not know whether the server has stored the message. */
async function loseResponse({ arrives = true, all = false } = {}): Promise<void> {
  device.server.intercept = (request) => {
    const isMessage = all || request.json.content !== undefined
    const reply = !isMessage || arrives ? device.server.handle(request) : undefined
    return isMessage ? 'cut' : reply
  }
  await device.flush()
  device.server.intercept = undefined
}
async function reconnect(): Promise<void> {
  device.server.arrived.length = 0
  device.clock.now += 60_000
  await device.flush()
}
const calls = () => device.server.arrived.map(({ method, json }) => [method, json.content])

describe('a message that is taken back after its response was lost', () => {
  it.each([
    ['edited', moveToDraft],
    ['discarded', discard],
  ])('is deleted on the server before its new text is sent, when it is %s', async (_, takeBack) => {
    const id = await say('Hello')
    await loseResponse()
    expect(device.server.questions(chatId)).toEqual(['Message 1', 'Hello'])
    expect(await takeBack(device.db, id)).toBe(true)
    expect(await readDraft(device.db, ME, chatId)).toBe('Hello')
    await say('Hello!')
    await reconnect()
    expect(calls()).toEqual([
      ['DELETE', undefined],
      ['POST', 'Hello!'],
    ])
    expect(device.server.questions(chatId)).toEqual(['Message 1', 'Hello!'])
    expect(await bodies()).toEqual([])
    await syncAll(device)
    await syncMessages({ ...device, chatId })
    expect(await shown()).toEqual(['Message 1', 'Hello!'])
  })

  it('is deleted there too after it was retried by hand', async () => {
    const id = await say('Hello')
    await loseResponse()
    await retryAll(device.db, ME)
    await discard(device.db, id)
    await reconnect()
    expect(device.server.questions(chatId)).toEqual(['Message 1'])
  })

  it('does not appear again by a sync before its deletion is sent', async () => {
    const id = await say('Hello')
    await loseResponse()
    await discard(device.db, id)
    await syncAll(device)
    await syncMessages({ ...device, chatId })
    expect(await shown()).toEqual(['Message 1'])
    expect(await readDraft(device.db, ME, chatId)).toBe('Hello')
    expect(await bodies()).toEqual([['message.delete', { message: id }]])
  })

  it.each([
    ['it had not arrived', { arrives: false, hasChat: true }],
    ['its chat is gone on the server', { arrives: true, hasChat: false }],
  ])('leaves nothing behind when %s', async (_, { arrives, hasChat }) => {
    const id = await say('Hello')
    await loseResponse({ arrives })
    await discard(device.db, id)
    if (!hasChat) device.server.chats.delete(chatId)
    await reconnect()
    expect(calls()).toEqual([['DELETE', undefined]])
    expect(await bodies()).toEqual([])
    expect(await readDraft(device.db, ME, chatId)).toBe('Hello')
  })

  it('is deleted before a question that waits behind it is sent', async () => {
    const id = await say('Hello')
    await loseResponse()
    await say('Next')
    await discard(device.db, id)
    await reconnect()
    expect(calls()).toEqual([
      ['DELETE', undefined],
      ['POST', 'Next'],
    ])
    expect(device.server.questions(chatId)).toEqual(['Message 1', 'Next'])
  })

  it('is not in its chat when it was the first one there', async () => {
    const first = uuid()
    const id = await enqueueMessage(device.db, { userId: ME, chatId: first, content: 'Hello', newChat: {} })
    await loseResponse()
    await moveToDraft(device.db, id)
    await enqueueMessage(device.db, { userId: ME, chatId: first, content: 'Hello!' })
    await reconnect()
    expect(device.server.questions(first)).toEqual(['Hello!'])
    expect((await queryChats(device.db, ME)).map((chat) => chat.id)).toContain(first)
  })

  it('leaves its files to the draft, and they are sent with the new message', async () => {
    const { file, bytes } = await attachFile(device.db, ME, chatId)
    const id = await enqueueMessage(device.db, { userId: ME, chatId, content: 'Look', files: [file] })
    await loseResponse()
    expect(device.server.messages.get(id)?.files).toHaveLength(1)
    await moveToDraft(device.db, id)
    device.clock.now += 60_000
    await device.flush()
    await pruneFiles(device.db, ME)
    expect(await readDraftFiles(device.db, ME, chatId)).toEqual([file])
    expect((await readFile(device.db, ME, file.id))?.bytes).not.toBeNull()
    const again = await enqueueMessage(device.db, { userId: ME, chatId, content: 'Look!', files: [file] })
    await device.flush()
    expect(device.server.messages.get(again)?.files?.map((each) => each.id)).toEqual([file.id])
    expect(device.server.files.complete().get(file.id)?.equals(bytes)).toBe(true)
    expect(device.server.questions(chatId)).toEqual(['Message 1', 'Look!'])
  })

  it('brings back the question that it replaced, on the server too', async () => {
    const replaces = (await queryChatContents(device.db, ME, chatId)).messages[0]?.id ?? ''
    const id = await say('Better', { replaces })
    await loseResponse()
    await discard(device.db, id)
    expect(await shown()).toEqual(['Message 1'])
    await reconnect()
    expect(device.server.questions(chatId)).toEqual(['Message 1'])
    expect(device.server.chats.get(chatId)?.path).toBe(replaces)
    await syncAll(device)
    await syncMessages({ ...device, chatId })
    expect(await shown()).toEqual(['Message 1'])
  })

  it('does not end the branch of a question that waits behind it', async () => {
    const replaces = (await queryChatContents(device.db, ME, chatId)).messages[0]?.id ?? ''
    const id = await say('Better', { replaces })
    await loseResponse()
    await say('Best', { replaces: id })
    await discard(device.db, id)
    expect(await bodies()).toMatchObject([
      ['message.delete', { message: id }],
      ['message.send', { content: 'Best', replaces }],
    ])
    await reconnect()
    expect(device.server.questions(chatId)).toEqual(['Message 1', 'Best'])
    expect(await shown()).toEqual(['Best'])
  })

  it('is in the draft once when its deletion is discarded in its turn', async () => {
    const id = await say('Hello')
    await loseResponse()
    await discard(device.db, id)
    const [deletion] = await readEntries(device.db, ME)
    expect(await discard(device.db, deletion?.id ?? '')).toBe(true)
    expect(await bodies()).toEqual([])
    expect(await readDraft(device.db, ME, chatId)).toBe('Hello')
  })
})

describe('the deletion of a message that was taken back', () => {
  it('is queued when the browser was closed during the attempt', async () => {
    const id = await say('Hello')
    const [entry] = await readEntries(device.db, ME)
    if (entry) await claimEntry(device.db, entry, 'a closed page', Date.now() - LEASE_MS - 1, true)
    expect(await discard(device.db, id)).toBe(true)
    expect(await bodies()).toEqual([['message.delete', { message: id }]])
  })

  it('stays when the answer to that attempt arrives late', async () => {
    const id = await say('Hello')
    let taken: boolean | undefined
    device.server.intercept = async (request) => {
      const reply = device.server.handle(request)
      taken ??= await discard(device.db, id, Date.now() + LEASE_MS + 1)
      return reply
    }
    await device.flush()
    expect(taken).toBe(true)
    await reconnect()
    expect(device.server.questions(chatId)).toEqual(['Message 1'])
    expect(await shown()).toEqual(['Message 1'])
    expect(await readDraft(device.db, ME, chatId)).toBe('Hello')
  })

  it('is tried again with a message that waits behind it', async () => {
    const id = await say('Hello')
    await loseResponse()
    await discard(device.db, id)
    const next = await say('Hello!')
    await loseResponse({ all: true })
    await retry(device.db, next)
    await device.flush()
    expect(device.server.questions(chatId)).toEqual(['Message 1', 'Hello!'])
  })

  it('is queued when an attempt was ended after a refusal of an earlier one', async () => {
    const id = await say('Hello')
    device.server.intercept = () => coded(429, 'limit_reached')
    await device.flush()
    const stop = new AbortController()
    device.server.intercept = (request) => {
      device.server.handle(request)
      stop.abort()
      return 'cut'
    }
    device.clock.now += 3_600_000
    await device.flush({ signal: stop.signal })
    expect(device.server.questions(chatId)).toEqual(['Message 1', 'Hello'])
    device.server.intercept = undefined
    await discard(device.db, id)
    await reconnect()
    expect(device.server.questions(chatId)).toEqual(['Message 1'])
  })

  it.each([
    ['was never tried', undefined],
    ['was refused because of the plan', coded(403, 'subscription_required')],
    ['was refused because of its limit', coded(429, 'limit_reached')],
    ['was rejected', coded(400, 'bad_request')],
  ])('is not queued when the message %s', async (_, reply) => {
    const id = await say('Hello')
    device.server.intercept = () => reply
    if (reply) await device.flush()
    expect(await discard(device.db, id)).toBe(true)
    expect(await bodies()).toEqual([])
    expect(await readDraft(device.db, ME, chatId)).toBe('Hello')
    expect(await readDraft(device.db, ME, NEW_CHAT)).toBe('')
  })
})
