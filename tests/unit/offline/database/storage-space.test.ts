import { v4 as uuid } from 'uuid'
import { describe, expect, it, vi } from 'vitest'
import { readDeviceSetting, saveDeviceSetting } from '#offline/database/device-settings.ts'
import { markOpened, pruneCopy } from '#offline/database/prune.ts'
import { readEntries } from '#offline/database/queries.ts'
import { isStorageFull } from '#offline/database/storage-errors.ts'
import { readDraft, saveDraft } from '#offline/drafts/drafts.ts'
import { enqueueMessage } from '#offline/outbox/enqueue.ts'
import { syncAll } from '#offline/sync/sync-all.ts'
import { loadOlderChats, syncChats } from '#offline/sync/sync-chats.ts'
import { syncMessages } from '#offline/sync/sync-messages.ts'
import { type Device, ME, startDevice } from '#support/device/device.ts'
import { queryChats } from '#support/device/query-chats.ts'

async function startWith(count: number) {
  const device = await startDevice()
  const chatIds = Array.from({ length: count }, () => uuid())
  for (const chatId of chatIds) device.server.seed(chatId, 2)
  return { device, chatIds }
}
const here = async (device: Device) => (await queryChats(device.db, ME)).map(({ id }) => id)

describe('the number of stored chats', () => {
  it('is limited to the newest ones, plus those with unsent data and the open one', async () => {
    const { device, chatIds } = await startWith(30)
    await saveDeviceSetting(device.db, 'offline_chats', 'all')
    await syncChats(device)
    const [drafted = '', stashed = '', unsent = '', open = '', plain = ''] = chatIds
    await saveDraft(device.db, ME, drafted, 'Half')
    await saveDraft(device.db, ME, `${stashed}/aside`, 'Set aside')
    await markOpened(device.db, ME, open)
    for (const chatId of [plain, open]) await syncMessages({ ...device, chatId })
    await device.db.chats.update([ME, plain], { used_at: 0 })
    await device.db.outbox.add({
      ...{ id: uuid(), userId: ME, queueKey: unsent, state: 'failed', attempts: 0, nextAttemptAt: 0, lease: null },
      ...{ error: null, created_at: 0, kind: 'chat.update', body: { title: 'x' } },
    })
    await saveDeviceSetting(device.db, 'offline_chats', 20)
    await pruneCopy(device.db, ME)
    expect((await here(device)).sort()).toEqual([drafted, stashed, unsent, open, ...chatIds.slice(10)].sort())
    expect(await device.db.messages.where('[account+chat+seq]').between([ME, plain, 0], [ME, plain, 9]).count()).toBe(0)
    expect(await device.db.messages.where('[account+chat+seq]').between([ME, open, 0], [ME, open, 9]).count()).toBe(2)
  })

  it('does not limit chats opened on demand, which stay as long as the page', async () => {
    const { device } = await startWith(130)
    await saveDeviceSetting(device.db, 'offline_chats', 'all')
    await syncAll(device)
    expect(await here(device)).toHaveLength(130)
    await saveDeviceSetting(device.db, 'offline_chats', 20)
    await pruneCopy(device.db, ME)
    expect(await here(device)).toHaveLength(20)
    expect(await loadOlderChats(device)).toBe(true)
    expect(await here(device)).toHaveLength(100)
    await syncAll(device)
    expect(await here(device)).toHaveLength(100)
    expect(await loadOlderChats(device)).toBe(false)
    expect(await here(device)).toHaveLength(130)
  })

  it('does not limit chats that another tab has loaded on demand', async () => {
    const { device } = await startWith(130)
    await syncAll(device)
    expect(await here(device)).toHaveLength(20)
    await loadOlderChats(device)
    expect(await here(device)).toHaveLength(120)
    // A tab spares what it has loaded itself, which this one has not.
    await pruneCopy(device.db, ME, new Set())
    expect(await here(device)).toHaveLength(120)
  })

  it('is respected by a sync that joins another, when it is raised during that one', async () => {
    const { device } = await startWith(30)
    await saveDeviceSetting(device.db, 'offline_chats', 20)
    const first = syncChats(device)
    await vi.waitFor(async () => expect(await device.db.chats.count()).toBe(20))
    await saveDeviceSetting(device.db, 'offline_chats', 'all')
    await Promise.all([first, syncChats(device)])
    expect(await here(device)).toHaveLength(30)
  })

  it('brings more chats with the next sync when it is raised', async () => {
    const { device } = await startWith(150)
    await syncAll(device)
    expect(await here(device)).toHaveLength(20)
    await saveDeviceSetting(device.db, 'offline_chats', 100)
    await syncAll(device)
    expect((await here(device)).length).toBeGreaterThanOrEqual(100)
    await saveDeviceSetting(device.db, 'offline_chats', 'all')
    await syncAll(device)
    expect(await here(device)).toHaveLength(150)
    expect(await readDeviceSetting(device.db, 'offline_chats')).toBe('all')
  })

  it.each(['all', 100] as const)(
    'does not matter to a sync without changes, which reads no chat (%s)',
    async (kept) => {
      const { device } = await startWith(90)
      await saveDeviceSetting(device.db, 'offline_chats', kept)
      await syncAll(device)
      expect(await here(device)).toHaveLength(90)
      let read = 0
      device.db.chats.hook('reading', (row) => {
        read += 1
        return row
      })
      await syncAll(device)
      expect(read).toBe(0)
    },
  )
})

describe('when storage space runs out', () => {
  /** The given number of writes to the outbox fail as on a full disk. */
  function fill(device: Device, times: number, method: 'add' | 'put' = 'add') {
    let left = times
    const { outbox } = device.db
    const write = outbox[method].bind(outbox)
    outbox[method] = ((entry: Parameters<typeof write>[0]) => {
      if (left-- <= 0) return write(entry)
      const inner = new DOMException('The disk is full', 'QuotaExceededError')
      return Promise.reject(Object.assign(new Error('Aborted'), { name: 'AbortError', inner }))
    }) as typeof outbox.add
  }

  it('the local copy is pruned, oldest first, and what was typed is kept', async () => {
    const { device, chatIds } = await startWith(4)
    await syncChats(device)
    for (const chatId of chatIds) await syncMessages({ ...device, chatId })
    await saveDraft(device.db, ME, chatIds[0] ?? '', 'Kept')
    fill(device, 1)
    const [, , , newest = ''] = chatIds
    await enqueueMessage(device.db, { userId: ME, chatId: newest, content: 'It fits' })
    expect(await readEntries(device.db, ME)).toHaveLength(1)
    expect(await readDraft(device.db, ME, chatIds[0] ?? '')).toBe('Kept')
    const left = new Set((await device.db.messages.toArray()).map(({ chat: chatId }) => chatId))
    expect(left).toEqual(new Set(chatIds.slice(2)))
    expect(await here(device)).toHaveLength(4)
  })

  it('a sync of all chats ends although they do not fit', async () => {
    const { device } = await startWith(250)
    await syncChats(device)
    await saveDeviceSetting(device.db, 'offline_chats', 'all')
    // There is space for 150 more, and for as many again after each eviction.
    let space = 150
    device.db.chats.hook('creating').subscribe(() => {
      space -= 1
      if (space < 0) throw new DOMException('full', 'QuotaExceededError')
    })
    device.db.chats.hook('deleting').subscribe(() => {
      space = 150
    })
    device.server.arrived.length = 0
    device.server.intercept = () => (device.server.arrived.length > 20 ? 'cut' : undefined)
    await syncChats(device)
    expect(device.server.arrived.length).toBeLessThan(6)
    expect((await here(device)).length).toBeGreaterThan(50)
  })

  it('an error code is thrown when nothing can be pruned, and nothing that was typed is deleted', async () => {
    const { device, chatIds } = await startWith(3)
    await syncChats(device)
    const [chatId = ''] = chatIds
    await saveDraft(device.db, ME, chatId, 'Kept')
    fill(device, 100)
    const error = await enqueueMessage(device.db, { userId: ME, chatId, content: 'Kept' }).catch((thrown) => thrown)
    expect(isStorageFull(error)).toBe(true)
    expect(error).toMatchObject({ code: 'storage_full' })
    expect(await readDraft(device.db, ME, chatId)).toBe('Kept')
    // Only the chat of the draft remains in the local copy.
    expect(await here(device)).toEqual([chatId])
  })

  it('waiting entries are still claimed, and released after an attempt', async () => {
    const { device, chatIds } = await startWith(4)
    await syncChats(device)
    for (const chatId of chatIds) await syncMessages({ ...device, chatId })
    const [, , , newest = ''] = chatIds
    await enqueueMessage(device.db, { userId: ME, chatId: newest, content: 'It goes' })
    fill(device, 1, 'put')
    device.server.intercept = () => 'cut'
    await device.flush()
    expect(await readEntries(device.db, ME)).toMatchObject([{ state: 'waiting', attempts: 1 }])
    device.clock.now += 60_000
    device.server.intercept = () => {
      fill(device, 1, 'put')
      return 'cut'
    }
    await device.flush()
    expect(await readEntries(device.db, ME)).toMatchObject([{ state: 'waiting', attempts: 2, lease: null }])
    device.clock.now += 60_000
    device.server.intercept = undefined
    expect(await device.flush()).toMatchObject({ sent: 1 })
  })
})
