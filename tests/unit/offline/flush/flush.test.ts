import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { enqueueChatDeletes } from '#offline/chats/chat-trash.ts'
import { readEntries } from '#offline/database/queries.ts'
import { enqueueChatChange, enqueueMessage } from '#offline/outbox/enqueue.ts'
import { retry, retryAll } from '#offline/outbox/outbox-actions.ts'
import { queryChatContents } from '#support/device/chat-contents.ts'
import { type Device, ME, startDevice } from '#support/device/device.ts'
import { queryChats } from '#support/device/query-chats.ts'
import { coded, type ReceivedRequest, type Reply } from '#support/servers/stub-server.ts'

const say = (device: Device, chatId: string, content: string) =>
  enqueueMessage(device.db, { userId: ME, chatId, content, newChat: {} })
const isMessage = ({ method, path }: ReceivedRequest) => method === 'POST' && path === '/companion/chat/'
const states = async (device: Device) =>
  (await readEntries(device.db, ME)).map(({ state, error }) => [state, error?.code ?? null])

/** Responds with these to the next requests that `which` selects, then as usual. */
function answerNext(device: Device, which: (request: ReceivedRequest) => boolean, replies: Reply[]): void {
  const left = [...replies]
  device.server.intercept = (request) => (which(request) ? left.shift() : undefined)
}

describe('a flush', () => {
  it('sends a new chat and its messages in order, and stores the server’s version of them', async () => {
    const device = await startDevice()
    const chatId = uuid()
    const ids = [await say(device, chatId, 'one'), await say(device, chatId, 'two'), await say(device, chatId, 'three')]
    expect(await device.flush()).toEqual({ sent: 4, refused: 0, stopped: null, nextAt: null })
    expect(device.server.questions(chatId)).toEqual(['one', 'two', 'three'])
    expect(device.server.arrived.filter(isMessage).map(({ headers }) => headers.prefer)).toEqual(
      Array(3).fill('respond-async'),
    )
    const { messages, unsent } = await queryChatContents(device.db, ME, chatId)
    expect(unsent).toEqual([])
    expect(messages.filter(({ role }) => role === 'user').map(({ id }) => id)).toEqual(ids)
    const [row] = await queryChats(device.db, ME)
    expect(row).toMatchObject({ id: chatId, title: 'one', preview: 'three' })
    expect(row?.local).toBeUndefined()
  })

  it('creates one message when the response is lost after the server has stored it', async () => {
    const device = await startDevice()
    const chatId = uuid()
    await say(device, chatId, 'once')
    device.server.intercept = (request) => {
      device.server.handle(request)
      return 'cut'
    }
    for (let tries = 0; tries < 3; tries += 1) {
      await device.flush()
      device.clock.now += 3_600_000
    }
    expect(await states(device)).toEqual([
      ['waiting', 'network'],
      ['waiting', null],
    ])
    device.server.intercept = (request) => (isMessage(request) && device.server.handle(request) ? 'cut' : undefined)
    await device.flush()
    device.clock.now += 3_600_000
    device.server.intercept = undefined
    await device.flush()
    expect(device.server.questions()).toEqual(['once'])
    expect(await readEntries(device.db, ME)).toEqual([])
  })

  it('keeps an entry whose response is about something else', async () => {
    const device = await startDevice()
    const chatId = uuid()
    await say(device, chatId, 'mine')
    device.server.seed(uuid(), 2)
    const [user_message, assistant_message] = [...device.server.messages.values()]
    answerNext(device, isMessage, [{ status: 200, json: { user_message, assistant_message } }])
    await device.flush()
    expect(await states(device)).toEqual([['waiting', 'unexpected']])
  })

  it.each([408, 425, 429, 500, 502, 503, 504])('retries after a %i', async (status) => {
    const device = await startDevice()
    await say(device, uuid(), 'patience')
    answerNext(device, isMessage, [coded(status, 'overloaded')])
    const { nextAt } = await device.flush()
    expect(await states(device)).toEqual([['waiting', 'overloaded']])
    device.clock.now = nextAt ?? 0
    expect(await device.flush()).toMatchObject({ sent: 1, nextAt: null })
  })

  it.each<[string, Reply, number]>([
    ['five minutes when the server fails', coded(500, 'internal_error'), 300_000],
    ['eight seconds when there is no response', 'cut', 8_000],
  ])('waits longer after each failure, up to %s, and never gives up', async (_, reply, longest) => {
    const device = await startDevice()
    await say(device, uuid(), 'patience')
    device.server.intercept = () => reply
    const waits: number[] = []
    for (let tries = 0; tries < 14; tries += 1) {
      const { nextAt } = await device.flush({ random: () => 1 })
      waits.push((nextAt ?? 0) - device.clock.now)
      device.clock.now = nextAt ?? 0
    }
    expect(waits.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000])
    expect(waits.at(-1)).toBe(longest)
    device.server.intercept = undefined
    expect(await device.flush()).toMatchObject({ sent: 2 })
  })

  it('respects Retry-After', async () => {
    const device = await startDevice()
    await say(device, uuid(), 'patience')
    answerNext(device, isMessage, [coded(429, 'rate_limited', { 'retry-after': '90' })])
    const { nextAt } = await device.flush()
    expect((nextAt ?? 0) - device.clock.now).toBe(90_000)
    device.clock.now += 89_999
    expect(await device.flush()).toMatchObject({ sent: 0 })
    device.clock.now += 1
    expect(await device.flush()).toMatchObject({ sent: 1 })
  })

  it('holds an entry that needs a subscription or exceeds a limit, without marking it as failed', async () => {
    const device = await startDevice()
    await say(device, uuid(), 'one')
    const resets_at = new Date(device.clock.now + 30 * 86_400_000).toISOString()
    answerNext(device, isMessage, [
      coded(403, 'subscription_required'),
      coded(429, 'limit_reached', { 'retry-after': '2592000' }, { resets_at }),
    ])
    await device.flush()
    expect(await states(device)).toEqual([['waiting', 'subscription_required']])
    await retryAll(device.db, ME)
    await device.flush()
    expect(await states(device)).toEqual([['waiting', 'limit_reached']])
    await retryAll(device.db, ME)
    expect(await device.flush()).toMatchObject({ sent: 1 })
  })

  it('does not trust the responses of a captive portal', async () => {
    const device = await startDevice()
    await say(device, uuid(), 'hotel')
    const portal: Reply = { status: 403, text: '<h1>Room number?</h1>' }
    answerNext(device, () => true, [portal])
    await device.flush()
    device.clock.now += 10_000
    answerNext(device, () => true, [{ status: 200, text: '<h1>Room number?</h1>' }])
    await device.flush()
    expect(await states(device)).toEqual([
      ['waiting', 'unexpected'],
      ['waiting', null],
    ])
    device.clock.now += 10_000
    expect(await device.flush()).toMatchObject({ sent: 2 })
  })

  it('marks a permanently rejected entry with the reason, and blocks only entries that depend on it', async () => {
    const device = await startDevice()
    const [chatId, other] = [uuid(), uuid()]
    await say(device, chatId, 'one')
    const bad = await say(device, chatId, 'bad')
    await say(device, chatId, 'three')
    await enqueueChatChange(device.db, { userId: ME, chatId, patch: { title: 'Renamed' } })
    await say(device, other, 'elsewhere')
    device.server.intercept = (request) =>
      isMessage(request) && request.json.content === 'bad' ? coded(400, 'invalid_message_or_chat') : undefined
    await device.flush()
    expect(device.server.questions()).toEqual(expect.arrayContaining(['one', 'elsewhere']))
    expect(device.server.questions()).toHaveLength(2)
    expect(device.server.chats.get(chatId)?.title).toBe('Renamed')
    expect(await states(device)).toEqual([
      ['failed', 'invalid_message_or_chat'],
      ['waiting', null],
    ])
    expect((await readEntries(device.db, ME))[0]?.error).toMatchObject({
      status: 400,
      message: 'Words of invalid_message_or_chat',
    })
    device.server.intercept = undefined
    await retry(device.db, bad)
    await device.flush()
    expect(device.server.questions(chatId)).toEqual(['one', 'bad', 'three'])
  })

  it('never lets a blocked chat delay another, also one that is created at the same time', async () => {
    const device = await startDevice()
    const stuck = uuid()
    await say(device, stuck, 'stuck')
    let release: () => void = () => undefined
    const stop = new AbortController()
    device.server.intercept = (request) =>
      isMessage(request) && request.json.content === 'stuck'
        ? () =>
            new Promise<void>((resolve) => {
              release = resolve
            })
        : undefined
    const flushing = device.flush({ signal: stop.signal })
    await expect.poll(() => device.server.arrived.some(isMessage)).toBe(true)
    await say(device, uuid(), 'free')
    await expect.poll(() => device.server.questions()).toEqual(['free'])
    // The server has stored it before the response is stored here.
    await expect.poll(() => states(device)).toHaveLength(1)
    stop.abort()
    release()
    expect(await flushing).toMatchObject({ stopped: 'aborted' })
    expect(await states(device)).toEqual([['waiting', null]])
  })

  it('sends one entry of every chat before the second of any', async () => {
    const device = await startDevice()
    const chatIds = Array.from({ length: 14 }, () => uuid())
    for (const chatId of chatIds) for (const word of ['one', 'two']) await say(device, chatId, word)
    const held: (() => void)[] = []
    device.server.intercept = async () => {
      await new Promise<void>((resolve) => held.push(resolve))
      return undefined
    }
    const flushing = device.flush()
    // One after the other, so that each choice knows all requests in progress.
    for (let left = 3 * chatIds.length; left > 0; left -= 1) {
      await expect.poll(() => held.length).toBe(Math.min(12, left))
      held.shift()?.()
    }
    expect(await flushing).toMatchObject({ sent: 42 })
    const asked = device.server.arrived.map(({ path, json }) => `${path} ${json.content ?? ''}`)
    expect(asked).toEqual(
      ['/companion/chats/ ', '/companion/chat/ one', '/companion/chat/ two'].flatMap((each) => Array(14).fill(each)),
    )
  })

  it('has at most twelve chats in progress', async () => {
    const device = await startDevice()
    for (let n = 0; n < 15; n += 1) await say(device, uuid(), `chat ${n}`)
    const held: (() => void)[] = []
    let holding = true
    device.server.intercept = async () => {
      if (holding) await new Promise<void>((resolve) => held.push(resolve))
      return undefined
    }
    const flushing = device.flush()
    await expect.poll(() => held.length).toBe(12)
    await device.db.chats.count()
    expect(device.server.arrived).toHaveLength(12)
    holding = false
    for (const release of held) release()
    expect(await flushing).toMatchObject({ sent: 30 })
  })

  it('deletes a chat once, and accepts that it no longer exists', async () => {
    const device = await startDevice()
    const [chatId, gone] = [uuid(), uuid()]
    device.server.seed(chatId, 2)
    await enqueueChatDeletes(device.db, { userId: ME, chatIds: [chatId] })
    await enqueueChatDeletes(device.db, { userId: ME, chatIds: [gone] })
    expect(await device.flush()).toMatchObject({ sent: 2 })
    expect([...device.server.chats.values()]).toMatchObject([{ id: chatId, deleted_at: expect.any(String) }])
  })
})

describe('the user of an entry', () => {
  it('must be the signed-in user for the entry to be sent', async () => {
    const device = await startDevice()
    await enqueueMessage(device.db, { userId: 8, chatId: uuid(), content: 'not mine', newChat: {} })
    await say(device, uuid(), 'mine')
    await device.flush()
    expect(device.server.questions()).toEqual(['mine'])
    device.tokens.current = { userId: 8, access: 'b', refresh: 's' }
    await say(device, uuid(), 'still mine')
    expect(await device.flush()).toMatchObject({ sent: 0, stopped: 'signed-out' })
    expect(await states(device)).toEqual([
      ['waiting', null],
      ['waiting', null],
    ])
    expect(device.server.questions()).toEqual(['mine'])
  })

  it('can sign in again after the session has ended, and then the entry is sent', async () => {
    const device = await startDevice()
    await say(device, uuid(), 'kept')
    device.server.intercept = () => coded(401, 'token_not_valid')
    await device.flush()
    expect(device.tokens.current).toBeNull()
    expect(await device.flush()).toMatchObject({ sent: 0, stopped: 'signed-out' })
    device.server.intercept = undefined
    device.tokens.current = { userId: ME, access: 'a5', refresh: 'r5' }
    device.clock.now += 3_600_000
    expect(await device.flush()).toMatchObject({ sent: 2 })
    expect(device.server.questions()).toEqual(['kept'])
  })
})
