import { IDBCursor, IDBObjectStore } from 'fake-indexeddb'
import { v7 as uuid } from 'uuid'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { isSignedOutError } from '#api/errors.ts'
import { MESSAGE_MAX } from '#contract/limits.ts'
import { enqueueChatDeletes } from '#offline/chats/chat-trash.ts'
import { readEntries } from '#offline/database/queries.ts'
import { NEW_CHAT, readDraft, saveDraft } from '#offline/drafts/drafts.ts'
import { enqueueChatChange, enqueueMessage } from '#offline/outbox/enqueue.ts'
import { discard, retry, retryAll } from '#offline/outbox/outbox-actions.ts'
import { queryChatContents } from '#support/device/chat-contents.ts'
import { ME, startDevice } from '#support/device/device.ts'
import { queryChats } from '#support/device/query-chats.ts'

const say = (chatId: string, content: string, newChat?: object) => ({
  userId: ME,
  chatId,
  content,
  ...(newChat && { newChat }),
})

describe('sending', () => {
  it('stores the message, creates the chat and clears the draft in one transaction', async () => {
    const { db } = await startDevice()
    const chatId = uuid()
    await saveDraft(db, ME, NEW_CHAT, 'Hello')
    const id = await enqueueMessage(db, say(chatId, '\n  Hello world  \nmore', {}))
    expect(await readEntries(db, ME)).toMatchObject([
      { kind: 'chat.create', queueKey: chatId, body: { id: chatId, title: 'Hello world' }, state: 'waiting' },
      {
        kind: 'message.send',
        queueKey: chatId,
        id,
        body: { id, chat: chatId, content: '\n  Hello world  \nmore' },
        state: 'waiting',
      },
    ])
    expect(await queryChats(db, ME)).toMatchObject([{ id: chatId, title: 'Hello world', preview: 'Hello world more' }])
    expect(await readDraft(db, ME, NEW_CHAT)).toBe('')
    expect((await queryChatContents(db, ME, chatId)).unsent.map((each) => each.id)).toEqual([id])
  })

  it('rejects what the server would never accept, and keeps the draft', async () => {
    const { db } = await startDevice()
    const chatId = uuid()
    await saveDraft(db, ME, chatId, 'Kept')
    for (const text of [' ', 'x'.repeat(MESSAGE_MAX + 1)]) {
      await expect(enqueueMessage(db, say(chatId, text, {}))).rejects.toThrow()
    }
    expect(await readEntries(db, ME)).toEqual([])
    expect(await readDraft(db, ME, chatId)).toBe('Kept')
  })

  it('changes nothing when the transaction is aborted', async () => {
    const { db } = await startDevice()
    const chatId = uuid()
    await saveDraft(db, ME, chatId, 'Precious')
    const breaking = db.drafts.hook('deleting')
    const failure = () => {
      throw new Error('The disk is full')
    }
    breaking.subscribe(failure)
    await expect(enqueueMessage(db, say(chatId, 'Precious', {}))).rejects.toThrow('The disk is full')
    breaking.unsubscribe(failure)
    expect(await readDraft(db, ME, chatId)).toBe('Precious')
    expect(await db.outbox.count()).toBe(0)
    expect(await db.chats.count()).toBe(0)
  })

  it('creates a chat once, however many messages follow', async () => {
    const { db } = await startDevice()
    const chatId = uuid()
    for (const content of ['one', 'two', 'three']) await enqueueMessage(db, say(chatId, content, {}))
    const kinds = (await readEntries(db, ME)).map(({ kind }) => kind)
    expect(kinds).toEqual(['chat.create', 'message.send', 'message.send', 'message.send'])
  })

  it('takes no more requests of the database the more messages wait in the chat', async () => {
    const { db } = await startDevice()
    const chatId = uuid()
    const [steps, again] = (['continue', 'continuePrimaryKey'] as const).map((name) =>
      vi.spyOn(IDBCursor.prototype, name),
    )
    onTestFinished(() => void vi.restoreAllMocks())
    const requests: number[] = []
    for (let n = 0; n < 6; n += 1) {
      await enqueueMessage(db, say(chatId, `Message ${n}`, {}))
      requests.push((steps?.mock.calls.length ?? 0) + (again?.mock.calls.length ?? 0))
      steps?.mockClear()
      again?.mockClear()
    }
    expect(new Set(requests.slice(1)).size).toBe(1)
  })

  it('truncates a long title between graphemes', async () => {
    const { db } = await startDevice()
    await enqueueMessage(db, say(uuid(), `${'x'.repeat(78)}🦊 tail`, {}))
    const [chat] = await queryChats(db, ME)
    expect(chat?.title).toBe(`${'x'.repeat(78)}…`)
  })

  it('writes nothing for a user who has signed out', async () => {
    const { db } = await startDevice()
    for (const user of [null, { id: 8 }]) {
      await db.session.put({ key: 'current', generation: 2, user })
      const error = await enqueueMessage(db, say(uuid(), 'late', {})).catch((thrown: unknown) => thrown)
      expect(isSignedOutError(error)).toBe(true)
      await expect(saveDraft(db, ME, NEW_CHAT, 'late')).rejects.toThrow()
    }
    expect((await db.outbox.count()) + (await db.chats.count()) + (await db.drafts.count())).toBe(0)
  })

  it('skips an invalid row', async () => {
    const { db } = await startDevice()
    await enqueueMessage(db, say(uuid(), 'good', {}))
    await db.outbox.add({ id: uuid(), userId: ME, queueKey: 'c', kind: 'nonsense' } as never)
    expect(await readEntries(db, ME)).toHaveLength(2)
  })
})

/** As in WebKit, whose storage process has ended. */
const lost = () => new DOMException('Connection to Indexed Database server lost', 'UnknownError')

describe('sending while the browser loses its database', () => {
  /** A device with a draft, whose next writes to the outbox fail. */
  async function startLosing(times: number) {
    const { db } = await startDevice()
    await saveDraft(db, ME, NEW_CHAT, 'Hello')
    const adding = vi.spyOn(IDBObjectStore.prototype, 'add')
    onTestFinished(() => adding.mockRestore())
    for (let n = 0; n < times; n += 1) {
      adding.mockImplementationOnce(() => {
        throw lost()
      })
    }
    const kinds = async () => (await readEntries(db, ME)).map(({ kind }) => kind)
    return { db, kinds, draft: () => readDraft(db, ME, NEW_CHAT) }
  }

  it('stores the message with the next connection', async () => {
    const { db, kinds, draft } = await startLosing(1)
    await enqueueMessage(db, say(uuid(), 'Hello', {}))
    expect(await kinds()).toEqual(['chat.create', 'message.send'])
    expect(await draft()).toBe('')
  })

  it('fails and keeps the text when the next connection is lost too', async () => {
    const { db, kinds, draft } = await startLosing(2)
    await expect(enqueueMessage(db, say(uuid(), 'Hello', {}))).rejects.toThrow(
      'Connection to Indexed Database server lost',
    )
    expect(await kinds()).toEqual([])
    expect(await draft()).toBe('Hello')
  })

  it.each([
    ['waits', false],
    ['was sent already', true],
  ])('stores the message once when it was lost after the commit, and the message %s', async (_, isSent) => {
    const device = await startDevice()
    const { db, server } = device
    const chatId = uuid()
    const handle = db.transaction.bind(db) as (...given: unknown[]) => Promise<unknown>
    vi.spyOn(db, 'transaction').mockImplementationOnce((async (...given: unknown[]) => {
      await handle(...given)
      if (isSent) await device.flush()
      await saveDraft(db, ME, chatId, 'Typed meanwhile')
      throw lost()
    }) as never)
    await enqueueMessage(db, say(chatId, 'Hello', {}))
    await device.flush()
    expect(server.questions(chatId)).toEqual(['Hello'])
    expect(server.arrived.filter(({ path }) => path === '/companion/chat/')).toHaveLength(1)
    expect(await readDraft(db, ME, chatId)).toBe('Typed meanwhile')
  })
})

describe('changing and deleting a chat', () => {
  it('is an optimistic update that waits in order', async () => {
    const { db } = await startDevice()
    const chatId = uuid()
    await enqueueMessage(db, say(chatId, 'hello', {}))
    await enqueueChatChange(db, { userId: ME, chatId, patch: { title: 'Renamed' } })
    expect(await queryChats(db, ME)).toMatchObject([{ title: 'Renamed' }])
    await enqueueChatDeletes(db, { userId: ME, chatIds: [chatId] })
    expect(await queryChats(db, ME)).toEqual([])
    expect((await readEntries(db, ME)).map(({ kind }) => kind)).toEqual(['chat.delete'])
  })
})

describe('a failed entry', () => {
  const error = { code: 'bad_request', status: 400, message: 'No' }

  it('is sent again on retry, alone or with all', async () => {
    const { db } = await startDevice()
    const first = await enqueueMessage(db, say(uuid(), 'one', {}))
    await db.outbox.toCollection().modify({ state: 'failed', error, attempts: 3 })
    await retry(db, first)
    expect(await db.outbox.where('id').equals(first).first()).toMatchObject({
      state: 'waiting',
      error: null,
      attempts: 0,
    })
    // It could not be sent before its chat was created.
    expect((await readEntries(db, ME)).map(({ kind, state }) => [kind, state])).toEqual([
      ['chat.create', 'waiting'],
      ['message.send', 'waiting'],
    ])
    await enqueueMessage(db, say(uuid(), 'other'))
    await db.outbox.toCollection().modify({ state: 'failed', error })
    await retryAll(db, ME)
    expect((await readEntries(db, ME)).every(({ state }) => state === 'waiting')).toBe(true)
  })

  it('returns its text to the draft when it is discarded', async () => {
    const { db } = await startDevice()
    const chatId = uuid()
    const id = await enqueueMessage(db, say(chatId, 'Mine'))
    expect(await discard(db, id)).toBe(true)
    expect(await readDraft(db, ME, chatId)).toBe('Mine')
    const second = await enqueueMessage(db, say(chatId, 'More'))
    await saveDraft(db, ME, chatId, 'Being typed')
    await discard(db, second)
    expect(await readDraft(db, ME, chatId)).toBe('Being typed\n\nMore')
    expect(await db.outbox.count()).toBe(0)
  })

  it('returns the texts of all messages of a chat', async () => {
    const { db } = await startDevice()
    const chatId = uuid()
    await enqueueMessage(db, say(chatId, 'one', {}))
    await enqueueMessage(db, say(chatId, 'two'))
    const [creation] = await readEntries(db, ME)
    await discard(db, creation?.id ?? '')
    expect(await readDraft(db, ME, chatId)).toBe('one\n\ntwo')
    await enqueueMessage(db, say(chatId, 'again'))
    expect((await readEntries(db, ME)).map(({ kind }) => kind)).toEqual(['chat.create', 'message.send'])
  })

  it('cannot be discarded or retried while it is being sent', async () => {
    const { db } = await startDevice()
    const id = await enqueueMessage(db, say(uuid(), 'one'))
    const lease = { owner: 'somebody', until: Date.now() + 60_000 }
    await db.outbox.toCollection().modify({ state: 'sending', lease })
    await retry(db, id)
    expect(await discard(db, id)).toBe(false)
    expect(await readEntries(db, ME)).toMatchObject([{ state: 'sending', lease }])
  })
})
