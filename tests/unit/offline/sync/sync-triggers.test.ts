// @vitest-environment jsdom
import { v7 as uuid } from 'uuid'
import { expect, onTestFinished, test, vi } from 'vitest'
import { queryFolders, readEntries } from '#offline/database/queries.ts'
import { enqueueMessage } from '#offline/outbox/enqueue.ts'
import { waitOrWake } from '#offline/stream/stream-connections.ts'
import { reachability } from '#offline/sync/reachability.ts'
import { requestSync } from '#offline/sync/request-sync.ts'
import { syncMessages } from '#offline/sync/sync-messages.ts'
import { syncNow } from '#offline/sync/sync-now.ts'
import { readSyncState } from '#offline/sync/sync-state.ts'
import { startSyncTriggers } from '#offline/sync/sync-triggers.ts'
import { ME, startDevice } from '#support/device/device.ts'
import { queryChats } from '#support/device/query-chats.ts'
import { coded } from '#support/servers/stub-server.ts'

test.each([
  ['is triggered after a flush', (page: ReturnType<typeof startSyncTriggers>) => page.look()],
  ['has the network back', () => window.dispatchEvent(new Event('online'))],
  ['is looked at again', () => document.dispatchEvent(new Event('visibilitychange'))],
])('a page syncs when it opens, and when it %s', async (_, happen) => {
  const device = await startDevice()
  device.server.seed(uuid(), 1)
  const page = startSyncTriggers(device)
  onTestFinished(page.stop)
  await expect.poll(() => queryChats(device.db, ME)).toHaveLength(1)
  device.server.seed(uuid(), 1)
  const time = new Date().toISOString()
  const id = uuid()
  device.server.folders.set(id, { id, name: 'Elsewhere', color: null, created_at: time, updated_at: time })
  happen(page)
  await expect.poll(() => queryChats(device.db, ME)).toHaveLength(2)
  await expect.poll(() => queryFolders(device.db, ME)).toMatchObject([{ name: 'Elsewhere' }])
})

test('"sync now" sends the queue, fetches changes and records the time', async () => {
  const device = await startDevice()
  device.server.seed(uuid(), 1)
  await enqueueMessage(device.db, { userId: ME, chatId: uuid(), content: 'waits', newChat: {} })
  expect(await readSyncState(device.db, ME)).toEqual({ finishedAt: null, waiting: 1, failed: 0 })
  await syncNow(device)
  expect(device.server.questions()).toContain('waits')
  expect(await readEntries(device.db, ME)).toEqual([])
  const { finishedAt, ...rest } = await readSyncState(device.db, ME)
  expect(rest).toEqual({ waiting: 0, failed: 0 })
  expect(finishedAt).toBeGreaterThan(0)
})

test('"sync now" also fetches what another device has changed since an earlier sync has begun', async () => {
  const device = await startDevice()
  const page = startSyncTriggers(device)
  onTestFinished(page.stop)
  await expect.poll(() => readSyncState(device.db, ME)).toMatchObject({ finishedAt: expect.any(Number) })
  const [asked, askedAgain] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const nothing = { results: [], deleted: [], next_cursor: null, synced_at: new Date(0).toISOString() }
  let isHeld = false
  device.server.intercept = async ({ path, query }) => {
    // The second sync reads folders and chats at the same time.
    if (isHeld && path.endsWith('/folders/')) askedAgain.resolve()
    if (isHeld || !query.has('updated_after')) return undefined
    isHeld = true
    asked.resolve()
    await askedAgain.promise
    return { status: 200, json: nothing }
  }
  page.look()
  await asked.promise
  await expect.poll(() => device.server.arrived.filter(({ path }) => path.endsWith('/folders/'))).toHaveLength(2)
  device.server.seed(uuid(), 1)
  await syncNow(device)
  expect(await queryChats(device.db, ME)).toHaveLength(1)
})

test('two simultaneous syncs request the server once', async () => {
  const device = await startDevice()
  const { syncChats } = await import('#offline/sync/sync-chats.ts')
  await Promise.all([syncChats(device), syncChats(device)])
  expect(device.server.arrived).toHaveLength(1)
})

test.each([
  ['does not answer', 'cut' as const, { code: 'network', status: 0 }],
  ['is in trouble', coded(503, 'overloaded'), { code: 'overloaded', status: 503 }],
  ['is behind a captive portal', { status: 403, text: '<h1>Room?</h1>' }, { code: 'unknown', status: 403 }],
])(
  'a server that %s is unreachable until a probe succeeds, which wakes waiting entries and lost streams',
  async (_, reply, error) => {
    const device = await startDevice()
    device.server.intercept = () => reply
    await enqueueMessage(device.db, { userId: ME, chatId: uuid(), content: 'stranded', newChat: {} })
    await device.db.outbox.toCollection().modify({
      nextAttemptAt: Date.now() + 60_000,
      error: { ...error, message: '' },
    })
    const controller = new AbortController()
    onTestFinished(() => controller.abort())
    let isStreamWoken = false
    waitOrWake(600_000, controller.signal).then(
      (isWoken) => {
        isStreamWoken = isWoken
      },
      () => undefined,
    )
    const heard: string[] = []
    const stopHearing = reachability.subscribe(() => heard.push(reachability.get()))
    const page = startSyncTriggers(device)
    onTestFinished(() => {
      page.stop()
      stopHearing()
    })
    await expect.poll(() => heard).toEqual(['lost'])
    expect(isStreamWoken).toBe(false)
    device.server.intercept = undefined
    requestSync()
    await expect.poll(() => heard).toEqual(['lost', 'reached'])
    await expect
      .poll(async () => (await readEntries(device.db, ME)).map(({ nextAttemptAt }) => nextAttemptAt))
      .toEqual([0, 0])
    expect(isStreamWoken).toBe(true)
    window.dispatchEvent(new Event('offline'))
    await expect.poll(() => heard).toEqual(['lost', 'reached', 'unknown', 'reached'])
  },
)

test('an unreachable server is probed less and less often, and soon again after the network has changed', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => void vi.restoreAllMocks())
  const device = await startDevice()
  device.server.intercept = () => 'cut'
  const page = startSyncTriggers(device)
  onTestFinished(page.stop)
  const probes = [750, 1_500, 3_000, 6_000]
  const delays = () => timers.mock.calls.flatMap(([, ms = 0]) => (probes.includes(ms) ? [ms] : []))
  await expect.poll(delays).toEqual([750])
  page.look()
  await expect.poll(delays).toEqual([750, 1_500])
  page.look()
  await expect.poll(delays).toEqual([750, 1_500, 3_000])
  for (const count of [4, 5]) {
    page.look()
    await expect.poll(delays).toHaveLength(count)
  }
  expect(delays().slice(3)).toEqual([6_000, 6_000])
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => delays().slice(5)).toEqual([750])
})

test('a rejection by our server does not count as unreachable', async () => {
  const device = await startDevice()
  device.server.intercept = () => coded(429, 'rate_limited')
  const page = startSyncTriggers(device)
  onTestFinished(page.stop)
  await expect.poll(reachability.get).toBe('reached')
})

test('a server that fails for the messages of one chat only is reachable, and syncs the others', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timers.mockRestore())
  const device = await startDevice()
  const [broken, other] = ['01960000-0001-7000-8000-000000000000', '01960000-0002-7000-8000-000000000000']
  for (const chatId of [broken, other]) device.server.seed(chatId, 1)
  await syncNow(device)
  for (const chatId of [broken, other]) await syncMessages({ ...device, chatId })
  for (const chatId of [broken, other]) device.server.seed(chatId, 1)
  const texts = async (chatId: string) =>
    (await device.db.messages.toArray()).filter(({ chat }) => chat === chatId).length
  device.server.intercept = ({ method, path }) =>
    method === 'GET' && path.includes(broken) ? coded(500, 'internal_error') : undefined
  const heard: string[] = []
  onTestFinished(reachability.subscribe(() => heard.push(reachability.get())))
  reachability.set('lost')
  const page = startSyncTriggers(device)
  onTestFinished(page.stop)
  await expect.poll(() => heard).toEqual(['lost', 'reached'])
  expect([await texts(broken), await texts(other)]).toEqual([1, 2])
  await expect.poll(() => timers.mock.calls.flatMap(([, ms = 0]) => (ms === 60_000 ? [ms] : []))).toHaveLength(1)
})
