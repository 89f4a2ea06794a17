// @vitest-environment jsdom
import { v7 as uuid } from 'uuid'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { readEntries } from '#offline/database/queries.ts'
import { startFlushing } from '#offline/flush/flush-triggers.ts'
import { requestFlush } from '#offline/flush/request-flush.ts'
import { OUTAGE_WAIT_MS } from '#offline/flush/retry-policy.ts'
import { enqueueChatChange, enqueueMessage } from '#offline/outbox/enqueue.ts'
import { ME, startDevice } from '#support/device/device.ts'
import { coded } from '#support/servers/stub-server.ts'

const say = (db: Awaited<ReturnType<typeof startDevice>>['db'], content: string) =>
  enqueueMessage(db, { userId: ME, chatId: uuid(), content, newChat: {} })

/** A page with a signed-in user, which is closed with the test. */
async function startPage() {
  const device = await startDevice()
  const stop = startFlushing(device)
  onTestFinished(stop)
  return { ...device, stop }
}

describe('the flush triggers of a page', () => {
  it('send entries that an earlier page left behind', async () => {
    const device = await startDevice()
    await say(device.db, 'left behind')
    onTestFinished(startFlushing(device))
    await expect.poll(() => device.server.questions()).toEqual(['left behind'])
  })

  it('send a new entry without a call', async () => {
    const { db, server } = await startPage()
    await say(db, 'one')
    await expect.poll(() => server.questions()).toEqual(['one'])
    await say(db, 'two')
    await expect.poll(() => server.questions()).toEqual(['one', 'two'])
  })

  it('start a sync when an entry was sent or rejected', async () => {
    const device = await startDevice()
    let looks = 0
    onTestFinished(startFlushing({ ...device, onSent: () => (looks += 1) }))
    await say(device.db, 'sent')
    await expect.poll(() => looks).toBe(1)
    device.server.intercept = () => coded(400, 'bad_request')
    await enqueueChatChange(device.db, { userId: ME, chatId: uuid(), patch: { title: 'Refused' } })
    await expect.poll(() => looks).toBe(2)
  })

  it('retry when the backoff has ended', async () => {
    const { db, server } = await startPage()
    let failures = 0
    server.intercept = () => (failures++ === 0 ? 'cut' : undefined)
    await say(db, 'later')
    await expect.poll(() => server.questions()).toEqual(['later'])
    expect(failures).toBeGreaterThan(1)
  })

  it.each([
    ['the network is back', () => window.dispatchEvent(new Event('online'))],
    ['it is looked at again', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('retry a connection failure at once when %s', async (_, happen) => {
    const { db, server } = await startPage()
    server.intercept = () => 'cut'
    await say(db, 'now')
    await expect.poll(async () => (await readEntries(db, ME))[0]?.error?.code).toBe('network')
    await db.outbox.filter(({ error }) => error !== null).modify({ nextAttemptAt: Date.now() + 300_000 })
    server.intercept = undefined
    happen()
    await expect.poll(() => server.questions()).toEqual(['now'])
  })

  it('begin a new backoff when the first request after a long outage fails too', async () => {
    const { db, server } = await startPage()
    server.intercept = () => 'cut'
    await say(db, 'soon')
    const attempts = async () => (await readEntries(db, ME))[0]?.attempts
    for (const count of [1, 2, 3, 4]) {
      await expect.poll(attempts).toBe(count)
      await db.outbox.filter(({ error }) => error !== null).modify({ nextAttemptAt: 0 })
      requestFlush()
    }
    await expect.poll(attempts).toBe(5)
    await db.outbox.filter(({ error }) => error !== null).modify({ nextAttemptAt: Date.now() + 300_000 })
    const timers = vi.spyOn(globalThis, 'setTimeout')
    onTestFinished(() => timers.mockRestore())
    window.dispatchEvent(new Event('online'))
    // One attempt stays counted, since the entry may have reached the server.
    await expect.poll(attempts).toBe(2)
    server.intercept = undefined
    await expect.poll(() => server.questions()).toEqual(['soon'])
    // The earlier backoff would have lasted at least half of the longest; timers of requests and locks are longer.
    const delays = timers.mock.calls.map(([, ms = 0]) => ms)
    expect(delays.filter((ms) => ms > OUTAGE_WAIT_MS / 2 - 500 && ms <= OUTAGE_WAIT_MS)).toEqual([])
  })

  it('observe the outbox again half a minute after it could not be read', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    onTestFinished(() => {
      vi.useRealTimers()
      vi.unstubAllGlobals()
    })
    const device = await startDevice()
    const { db, server } = device
    const lost = async () => {
      throw new Error('Connection to Indexed Database server lost')
    }
    const rows = { toArray: lost, sortBy: lost, filter: () => rows, modify: lost }
    const where = vi.spyOn(db.outbox, 'where').mockReturnValue({ equals: () => rows } as never)
    onTestFinished(startFlushing(device))
    // The trigger found nothing to read, and neither did the observer, which ended, nor the registration of background
    // sync.
    await expect.poll(() => reported.mock.calls.length).toBe(3)
    where.mockRestore()
    await vi.advanceTimersByTimeAsync(29_900)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(100)
    await say(db, 'after that')
    await expect.poll(() => server.questions()).toEqual(['after that'])
    await say(db, 'and more')
    await expect.poll(() => server.questions()).toEqual(['after that', 'and more'])
  })

  it('retry after half a minute, not at once, when an acknowledgement cannot be stored', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    // With the lock no flush waits for a lease.
    vi.stubGlobal('navigator', { locks: { request: (_: string, __: object, work: () => unknown) => work() } })
    onTestFinished(() => {
      vi.useRealTimers()
      vi.unstubAllGlobals()
    })
    const device = await startDevice()
    const { db, server } = device
    const put = vi.spyOn(db.messages, 'bulkPut').mockRejectedValue(new Error('no room'))
    await say(db, 'taken')
    onTestFinished(startFlushing(device))
    await expect.poll(() => reported.mock.calls.length).toBe(1)
    for (let turn = 0; turn < 20; turn += 1) await readEntries(db, ME)
    expect(server.arrived.map(({ path }) => path)).toEqual(['/companion/chats/', '/companion/chat/'])
    put.mockRestore()
    await vi.advanceTimersByTimeAsync(30_000)
    await expect.poll(() => readEntries(db, ME)).toEqual([])
    expect(server.questions()).toEqual(['taken'])
  })

  it('register background sync once for a queue, and again for new entries or after a failed attempt', async () => {
    const register = vi.fn(async () => undefined)
    const registration = { active: {}, sync: { register } }
    vi.stubGlobal('SyncManager', class {})
    vi.stubGlobal('navigator', {
      serviceWorker: { getRegistration: async () => registration, addEventListener: () => undefined },
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    const device = await startDevice()
    const { db, server } = device
    const words = ['one', 'two', 'three', 'four', 'five']
    for (const word of words) await say(db, word)
    onTestFinished(startFlushing(device))
    await expect.poll(() => server.questions()).toHaveLength(words.length)
    await expect.poll(() => readEntries(db, ME)).toEqual([])
    const once = register.mock.calls.length
    expect(once).toBeLessThan(words.length)
    server.intercept = () => ({ status: 500, json: {} })
    await say(db, 'six')
    await expect.poll(async () => (await readEntries(db, ME))[0]?.attempts).toBe(1)
    await expect.poll(() => register.mock.calls.length).toBeGreaterThanOrEqual(once + 2)
  })

  it('register background sync before an offline message is stored', async () => {
    const register = vi.fn(async () => undefined)
    const registration = { active: {}, sync: { register } }
    const serviceWorker = { getRegistration: async () => registration, addEventListener: () => undefined }
    vi.stubGlobal('SyncManager', class {})
    vi.stubGlobal('navigator', { onLine: false, serviceWorker })
    onTestFinished(() => void vi.unstubAllGlobals())
    const { db, server } = await startPage()
    server.intercept = () => 'cut'
    await say(db, 'typed in a tunnel')
    expect(register).toHaveBeenCalled()
  })

  it('stop when the user signs out', async () => {
    const { db, server, stop } = await startPage()
    stop()
    await say(db, 'not now')
    requestFlush()
    window.dispatchEvent(new Event('online'))
    await db.outbox.count()
    expect(server.arrived).toEqual([])
    expect(await readEntries(db, ME)).toHaveLength(2)
  })
})
