// @vitest-environment jsdom
import { v7 as uuid } from 'uuid'
import { expect, it, onTestFinished } from 'vitest'
import { enqueueMessage } from '#offline/outbox.ts'
import { queryChats, queryFolders, queryOutbox } from '#offline/queries.ts'
import { syncNow } from '#offline/sync-now.ts'
import { readSyncState } from '#offline/sync-state.ts'
import { startSyncing } from '#offline/sync-triggers.ts'
import { ME, startDevice } from '#support/offline.ts'

it.each([
  ['is asked to, after a flush', (page: ReturnType<typeof startSyncing>) => page.look()],
  ['has the network back', () => window.dispatchEvent(new Event('online'))],
  ['is looked at again', () => document.dispatchEvent(new Event('visibilitychange'))],
])('a page brings what other devices did when it opens, and when it %s', async (_, happen) => {
  const device = await startDevice()
  device.server.seed(uuid(), 1)
  const page = startSyncing(device)
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

it('syncing now sends what waits, brings what changed, and notes when', async () => {
  const device = await startDevice()
  device.server.seed(uuid(), 1)
  await enqueueMessage(device.db, { account: ME, chat: uuid(), content: 'waits', newChat: {} })
  expect(await readSyncState(device.db, ME)).toEqual({ finishedAt: null, waiting: 1, failed: 0 })
  await syncNow(device)
  expect(device.server.asked()).toContain('waits')
  expect(await queryOutbox(device.db, ME)).toEqual([])
  const { finishedAt, ...rest } = await readSyncState(device.db, ME)
  expect(rest).toEqual({ waiting: 0, failed: 0 })
  expect(finishedAt).toBeGreaterThan(0)
})

it('two syncs at the same time ask the server once', async () => {
  const device = await startDevice()
  const { syncChats } = await import('#offline/sync-chats.ts')
  await Promise.all([syncChats(device), syncChats(device)])
  expect(device.server.arrived).toHaveLength(1)
})
