import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { Api } from '#api/client.ts'
import { TimeoutError } from '#api/errors.ts'
import { saveDeviceSetting } from '#offline/database/device-settings.ts'
import { readEntries } from '#offline/database/queries.ts'
import { sendTimeout } from '#offline/flush/send-entry.ts'
import { LEASE_MS } from '#offline/flush/settle-entry.ts'
import { enqueueMessage } from '#offline/outbox/enqueue.ts'
import { enqueueChatChanges } from '#offline/outbox/enqueue-chat-changes.ts'
import { syncChats } from '#offline/sync/sync-chats.ts'
import { type Device, ME, startDevice } from '#support/device/device.ts'
import { coded, type Reply } from '#support/servers/stub-server.ts'

const OUTAGE_MS = 5 * 60_000
const NOTICED_WITHIN_MS = 10_000

const say = (device: Device, content: string, chatId: string = uuid()) =>
  enqueueMessage(device.db, { userId: ME, chatId, content, newChat: {} })

async function sayMany(device: Device, count: number): Promise<string[]> {
  const words = Array.from({ length: count }, (_, n) => `message ${n}`)
  for (const word of words) await say(device, word)
  device.clock.now = Date.now() + 1
  return words
}

/** Flushes whenever an entry is due, in virtual time, until the clock reaches `until` or nothing waits. */
async function flushUntil(device: Device, until: number, random: () => number): Promise<void> {
  while (device.clock.now < until) {
    const { nextAt } = await device.flush({ random })
    if (nextAt === null) return
    device.clock.now = Math.max(device.clock.now, Math.min(nextAt, until))
  }
}

/** Simulates bandwidth: a call that shared the connection with more than `most` others has timed out. */
function thinLine(api: Api, most: number): { api: Api; timeouts: () => number } {
  const underWay = new Set<{ crowded: boolean }>()
  let timeouts = 0
  const call = async (...[endpoint, input]: Parameters<Api['call']>) => {
    const own = { crowded: false }
    underWay.add(own)
    if (underWay.size > most) for (const each of underWay) each.crowded = true
    // All requests that are sent together have started by then.
    for (let turns = 0; turns < 200; turns += 1) await new Promise((resolve) => setImmediate(resolve))
    underWay.delete(own)
    if (!own.crowded) return api.call(endpoint, input)
    timeouts += 1
    throw new TimeoutError('The answer took too long')
  }
  return { api: { ...api, call } as Api, timeouts: () => timeouts }
}

describe('an outage of the server', () => {
  it.each<[string, Reply]>([
    ['refuses connections', 'cut'],
    ['answers 503', coded(503, 'overloaded')],
    ['answers 503 with Retry-After', coded(503, 'overloaded', { 'retry-after': '5' })],
    ['is behind a gateway that answers 502', { status: 502, text: '<h1>Bad gateway</h1>' }],
  ])('ends with the whole queue sent within ten seconds when for five minutes the server %s', async (_, reply) => {
    // The longest waits that the jitter can produce.
    const random = () => 0.999
    const device = await startDevice()
    device.server.intercept = () => reply
    const words = await sayMany(device, 15)
    const start = device.clock.now
    await flushUntil(device, start + OUTAGE_MS, random)
    expect(device.server.questions()).toEqual([])

    device.server.intercept = undefined
    await flushUntil(device, start + OUTAGE_MS + NOTICED_WITHIN_MS, random)
    expect(device.server.questions().sort()).toEqual(words.sort())
    expect(await readEntries(device.db, ME)).toEqual([])
  })

  it('is probed with one request at a time, however many messages wait', async () => {
    const device = await startDevice()
    device.server.intercept = () => coded(503, 'overloaded')
    await sayMany(device, 40)
    const start = device.clock.now
    await device.flush()
    const first = device.server.arrived.length
    expect(first).toBeLessThanOrEqual(12)
    await flushUntil(device, start + OUTAGE_MS, () => 0.999)
    // The last probes come every eight seconds.
    expect(device.server.arrived.length - first).toBeLessThanOrEqual(45)
  })

  it('does not delay messages that are typed after it was detected', async () => {
    const device = await startDevice()
    device.server.intercept = () => 'cut'
    await sayMany(device, 20)
    await flushUntil(device, device.clock.now + 60_000, () => 0.999)
    device.server.intercept = undefined
    const chatId = uuid()
    await say(device, 'typed now', chatId)
    await device.db.outbox
      .where('[account+chat]')
      .equals([ME, chatId])
      .modify({ created_at: device.clock.now + 1 })
    await device.flush()
    expect(device.server.questions()).toContain('typed now')
    expect(device.server.questions()).toHaveLength(21)
  })
})

describe('a firewall that rejects one text with a page of its own', () => {
  it('delays that message by at most five minutes and slows down no other', async () => {
    const device = await startDevice()
    await say(device, 'forbidden words')
    device.server.intercept = ({ json }) =>
      json.content === 'forbidden words' ? { status: 403, text: '<h1>Request blocked</h1>' } : undefined
    await device.flush()
    await device.db.outbox.toCollection().modify({ attempts: 20, nextAttemptAt: 0 })
    const words = await sayMany(device, 30)
    const { nextAt } = await device.flush({ random: () => 1 })
    expect(device.server.questions().sort()).toEqual(words.sort())
    expect((nextAt ?? 0) - device.clock.now).toBe(5 * 60_000)
  })
})

describe('Retry-After', () => {
  it.each([503, 429, 500])(
    'replaces the backoff when it comes with a %i, whatever the number of attempts',
    async (status) => {
      const device = await startDevice()
      await say(device, 'patience')
      await device.db.outbox.toCollection().modify({ attempts: 20 })
      device.server.intercept = () => coded(status, 'overloaded', { 'retry-after': '7' })
      const { nextAt } = await device.flush()
      expect((nextAt ?? 0) - device.clock.now).toBe(7_000)
    },
  )

  it('is raised from 0 to a second, and reduced from a day to an hour', async () => {
    for (const [header, wait] of [
      ['0', 1_000],
      ['86400', 3_600_000],
    ] as const) {
      const device = await startDevice()
      await say(device, 'patience')
      device.server.intercept = () => coded(503, 'overloaded', { 'retry-after': header })
      const { nextAt } = await device.flush()
      expect((nextAt ?? 0) - device.clock.now).toBe(wait)
    }
  })

  it('is respected for a rate limit when another message has succeeded', async () => {
    const device = await startDevice()
    await say(device, 'limited')
    device.server.intercept = ({ json }) =>
      json.content === 'limited' ? coded(429, 'rate_limited', { 'retry-after': '60' }) : undefined
    await device.flush()
    await say(device, 'free')
    await device.flush()
    expect(device.server.questions()).toEqual(['free'])
    expect((await readEntries(device.db, ME))[0]?.nextAttemptAt).toBe(device.clock.now + 60_000)
  })
})

describe('a change of many chats', () => {
  it('waits as a whole when the server refuses a part of it as too much, while messages are sent', async () => {
    const device = await startDevice()
    const chatIds = Array.from({ length: 60 }, () => uuid())
    for (const chatId of chatIds) device.server.seed(chatId, 2)
    await saveDeviceSetting(device.db, 'offline_chats', 'all')
    await syncChats(device)
    await enqueueChatChanges(device.db, { userId: ME, chatIds, patch: { is_archived: true } })
    device.clock.now = Date.now() + 1
    let left = 20
    device.server.intercept = ({ method }) => {
      if (method !== 'PATCH') return undefined
      left -= 1
      return left < 0 ? coded(429, 'rate_limited', { 'retry-after': '60' }) : undefined
    }
    const patches = () => device.server.arrived.filter(({ method }) => method === 'PATCH').length
    const { nextAt } = await device.flush()
    // Twelve are under way at once.
    expect(patches()).toBeLessThanOrEqual(20 + 12)
    expect(nextAt).toBe(device.clock.now + 60_000)
    await say(device, 'meanwhile')
    await device.flush()
    expect(device.server.questions()).toContain('meanwhile')

    const before = patches()
    await device.flush()
    expect(patches()).toBe(before)
    device.clock.now += 60_000
    left = 60
    await device.flush()
    expect(await readEntries(device.db, ME)).toEqual([])
    expect([...device.server.chats.values()].filter(({ is_archived }) => is_archived)).toHaveLength(60)
  })
})

describe('a message that is due', () => {
  it('is sent while another one still waits for its response', async () => {
    const device = await startDevice()
    const [stuck, again] = [uuid(), uuid()]
    await say(device, 'stuck', stuck)
    await say(device, 'again', again)
    const controller = new AbortController()
    let failures = 0
    device.server.intercept = ({ json }) => {
      if (json.id === stuck) return () => new Promise<void>(() => undefined)
      return json.id === again && failures++ === 0 ? coded(429, 'rate_limited', { 'retry-after': '1' }) : undefined
    }
    const flushing = device.flush({ signal: controller.signal, now: Date.now })
    await expect.poll(() => device.server.questions()).toEqual(['again'])
    controller.abort()
    await flushing
  })
})

describe('one success', () => {
  it.each([
    ['network', 0],
    ['overloaded', 503],
    ['internal_error', 500],
  ])('makes entries due at once after an outage that wait after %s', async (code, status) => {
    const device = await startDevice()
    await sayMany(device, 5)
    const later = { nextAttemptAt: device.clock.now + OUTAGE_MS, attempts: 9, error: { code, status, message: '' } }
    await device.db.outbox.toCollection().modify(later)
    await say(device, 'first to fail, first to pass')
    const replies: Reply[] = [coded(503, 'overloaded')]
    device.server.intercept = () => replies.shift()
    device.clock.now = (await device.flush()).nextAt ?? 0
    await device.flush()
    expect(device.server.questions()).toHaveLength(6)
  })
})

describe('a slow connection', () => {
  it('has a longer timeout for a long text than for a short one', () => {
    expect(sendTimeout('short')).toBeLessThan(30_100)
    expect(sendTimeout('x'.repeat(20_000))).toBe(40_000)
    expect(sendTimeout('🙂'.repeat(16_000))).toBe(62_000)
    expect(sendTimeout('漢'.repeat(64_000))).toBeLessThan(LEASE_MS)
  })

  it('gets fewer concurrent requests, down to one, when it times out with twelve, until everything is sent', async () => {
    const device = await startDevice()
    const words = await sayMany(device, 30)
    const line = thinLine(device.api, 3)
    for (let runs = 0; runs < 60; runs += 1) {
      const { nextAt } = await device.flush({ api: line.api })
      if (nextAt === null) break
      device.clock.now = nextAt
    }
    expect(device.server.questions().sort()).toEqual(words.sort())
    expect(line.timeouts()).toBeLessThan(40)
  })
})
