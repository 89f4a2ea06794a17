import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { readEntries } from '#offline/database/queries.ts'
import { LEASE_MS } from '#offline/flush/settle-entry.ts'
import { enqueueMessage } from '#offline/outbox/enqueue.ts'
import { queryChatContents } from '#support/device/chat-contents.ts'
import { type Device, ME, startDevice } from '#support/device/device.ts'
import type { ReceivedRequest } from '#support/servers/stub-server.ts'

const say = (device: Device, chatId: string, content: string) =>
  enqueueMessage(device.db, { userId: ME, chatId, content, newChat: {} })
const isMessage = ({ method, path }: ReceivedRequest) => method === 'POST' && path === '/companion/chat/'
const states = async (device: Device) =>
  (await readEntries(device.db, ME)).map(({ state, error }) => [state, error?.code ?? null])

describe('two concurrent flushes', () => {
  /** Web Locks as a browser has them. */
  function makeLocks() {
    let last: Promise<unknown> = Promise.resolve()
    return {
      request: <T>(_name: string, _options: object, work: () => Promise<T>): Promise<T> => {
        const mine = last.then(work, work)
        last = mine.catch(() => undefined)
        return mine
      },
    }
  }

  it.each([
    ['with locks', makeLocks()],
    ['without locks', undefined],
  ])('send each message once and in order, %s', async (_, locks) => {
    const device = await startDevice()
    const chatIds = [uuid(), uuid(), uuid()]
    for (const chatId of chatIds) for (const word of ['a', 'b', 'c', 'd']) await say(device, chatId, word)
    const results = await Promise.all(Array.from({ length: 4 }, () => device.flush({ locks })))
    expect(results.reduce((sum, { sent }) => sum + sent, 0)).toBe(15)
    for (const chatId of chatIds) expect(device.server.questions(chatId)).toEqual(['a', 'b', 'c', 'd'])
    expect(device.server.arrived).toHaveLength(15)
    expect(await readEntries(device.db, ME)).toEqual([])
  })

  it('send each message once when a lease expires during a slow request', async () => {
    const device = await startDevice()
    const chatId = uuid()
    await say(device, chatId, 'slow')
    let release: () => void = () => undefined
    const slow = new Promise<void>((resolve) => {
      release = resolve
    })
    let first = true
    device.server.intercept = async (request) => {
      if (!isMessage(request) || !first) return undefined
      first = false
      const reply = device.server.handle(request)
      await slow
      return reply
    }
    const flushing = device.flush()
    await expect.poll(() => device.server.questions()).toEqual(['slow'])
    expect(await device.flush()).toMatchObject({ sent: 0, nextAt: device.clock.now + LEASE_MS })
    const later = device.flush({ now: () => device.clock.now + LEASE_MS })
    expect(await later).toMatchObject({ sent: 1 })
    release()
    await flushing
    expect(device.server.questions()).toEqual(['slow'])
    expect((await queryChatContents(device.db, ME, chatId)).messages).toHaveLength(2)
  })
})

describe('an entry of a newer build', () => {
  it('keeps its unknown fields while it waits, is discarded or is sent again', async () => {
    const device = await startDevice()
    await say(device, uuid(), 'from afar')
    const marks = async () =>
      (await device.db.outbox.toArray()).map((row) => ({ state: row.state, later: Reflect.get(row, 'later') }))
    await device.db.outbox.toCollection().modify((row) => void Object.assign(row, { later: 1 }))
    device.server.intercept = async () => {
      expect(await marks()).toContainEqual({ state: 'sending', later: 1 })
      return 'cut' as const
    }
    await device.flush()
    expect(await marks()).toEqual(Array(2).fill({ state: 'waiting', later: 1 }))
    device.clock.now += 60_000
    device.server.intercept = () => ({ status: 400, json: { code: 'bad_request', message: 'No' } })
    await device.flush()
    expect(await marks()).toEqual(['failed', 'waiting'].map((state) => ({ state, later: 1 })))
  })
})

describe('a crash', () => {
  it('leaves an entry that the next flush claims at once under the lock when it happens while sending', async () => {
    const device = await startDevice()
    await say(device, uuid(), 'crash')
    const lease = { owner: 'dead', until: device.clock.now + LEASE_MS }
    await device.db.outbox.toCollection().modify({ state: 'sending', lease })
    expect(await device.flush()).toMatchObject({ sent: 0, nextAt: lease.until })
    const locks = { request: <T>(_: string, __: object, work: () => Promise<T>) => work() }
    expect(await device.flush({ locks })).toMatchObject({ sent: 2 })
  })

  it('loses nothing between acknowledgement and storage, and the message is sent again with the same id', async () => {
    const device = await startDevice()
    const chatId = uuid()
    await say(device, chatId, 'crash')
    const failure = () => {
      throw new Error('The disk is full')
    }
    device.db.messages.hook('creating').subscribe(failure)
    await expect(device.flush()).rejects.toThrow('The disk is full')
    device.db.messages.hook('creating').unsubscribe(failure)
    expect(await states(device)).toEqual([['sending', null]])
    device.clock.now += LEASE_MS
    expect(await device.flush()).toMatchObject({ sent: 1 })
    expect(device.server.questions()).toEqual(['crash'])
    expect((await queryChatContents(device.db, ME, chatId)).messages).toHaveLength(2)
  })

  it('is recovered from although the clock was a year ahead', async () => {
    const device = await startDevice()
    await say(device, uuid(), 'clock')
    await device.db.outbox.toCollection().modify({ nextAttemptAt: device.clock.now + 365 * 86_400_000 })
    expect(await device.flush()).toMatchObject({ sent: 2 })
  })
})
