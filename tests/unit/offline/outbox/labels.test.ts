import { v7 as uuid } from 'uuid'
import { describe, expect, it, test } from 'vitest'
import { queryFolders, queryTags, readEntries } from '#offline/database/queries.ts'
import { forgetCopies } from '#offline/database/wipe.ts'
import { enqueueChatChange, enqueueMessage } from '#offline/outbox/enqueue.ts'
import {
  enqueueFolderCreate,
  enqueueFolderDelete,
  enqueueFolderUpdate,
  enqueueTagCreate,
} from '#offline/outbox/enqueue-label-changes.ts'
import { discard, retryAll } from '#offline/outbox/outbox-actions.ts'
import { syncChats } from '#offline/sync/sync-chats.ts'
import { syncLabels } from '#offline/sync/sync-labels.ts'
import { type Device, ME, startDevice } from '#support/device/device.ts'
import { queryChats } from '#support/device/query-chats.ts'
import { listUnsent } from '#support/device/unsent-entries.ts'
import { coded, type ReceivedRequest } from '#support/servers/stub-server.ts'

const kinds = async (device: Device) => (await readEntries(device.db, ME)).map(({ kind, state }) => `${kind} ${state}`)
const calls = (device: Device) => device.server.arrived.map(({ method, path }) => `${method} ${path.split('/')[2]}`)
const isFolder = ({ path }: ReceivedRequest) => path.startsWith('/companion/folders/')
const move = (device: Device, chatId: string, folder: string | null) =>
  enqueueChatChange(device.db, { userId: ME, chatId, patch: { folder } })

async function startWithChat() {
  const device = await startDevice()
  const chatId = uuid()
  device.server.seed(chatId, 2)
  await syncChats(device)
  device.server.arrived.length = 0
  return { device, chat: chatId, shown: async () => (await queryChats(device.db, ME))[0] }
}

describe('folders and tags created offline', () => {
  it('are shown at once, and reach the server before entries that refer to them', async () => {
    const { device, chat: chatId } = await startWithChat()
    const folder = await enqueueFolderCreate(device.db, { userId: ME, name: 'Garden' })
    const tag = await enqueueTagCreate(device.db, { userId: ME, name: 'green', color: '#00ff00' })
    await enqueueChatChange(device.db, { userId: ME, chatId, patch: { folder, tags: [tag] } })
    await enqueueFolderUpdate(device.db, { userId: ME, id: folder, patch: { name: 'Orchard' } })
    expect(await queryFolders(device.db, ME)).toMatchObject([{ id: folder, name: 'Orchard' }])
    expect(await queryTags(device.db, ME)).toMatchObject([{ id: tag, name: 'green' }])
    expect(await device.flush()).toMatchObject({ sent: 4 })
    expect(device.server.chats.get(chatId)).toMatchObject({ folder, tags: [tag] })
    expect(device.server.folders.get(folder)?.name).toBe('Orchard')
    expect(calls(device).indexOf('PATCH chats')).toBeGreaterThan(calls(device).indexOf('POST tags'))
  })

  it('block only entries that refer to them, not the messages of that chat, and no other chat', async () => {
    const { device, chat: chatId } = await startWithChat()
    const folder = await enqueueFolderCreate(device.db, { userId: ME, name: 'Stuck' })
    await move(device, chatId, folder)
    await enqueueMessage(device.db, { userId: ME, chatId, content: 'still said' })
    const fresh = uuid()
    await enqueueMessage(device.db, { userId: ME, chatId: fresh, content: 'new one', newChat: { folder } })
    device.server.intercept = (request) => (isFolder(request) ? coded(400, 'bad_request') : undefined)
    await device.flush()
    expect(device.server.questions()).toEqual(expect.arrayContaining(['still said', 'new one']))
    expect(await kinds(device)).toEqual(['folder.create failed', 'chat.update waiting', 'chat.update waiting'])
    expect((await listUnsent(device.db, ME))[0]).toMatchObject({ what: 'Stuck', reason: { code: 'bad_request' } })
    const [refused] = await readEntries(device.db, ME)
    await discard(device.db, refused?.id ?? '')
    expect((await queryChats(device.db, ME)).map((row) => row.folder)).toEqual([null, null])
    expect(await queryFolders(device.db, ME)).toEqual([])
    device.server.intercept = undefined
    await device.flush()
    expect(await readEntries(device.db, ME)).toEqual([])
  })

  it('leave no trace when they are deleted before they were sent', async () => {
    const { device, chat: chatId } = await startWithChat()
    const folder = await enqueueFolderCreate(device.db, { userId: ME, name: 'Brief' })
    await move(device, chatId, folder)
    await enqueueFolderDelete(device.db, { userId: ME, id: folder })
    expect(await readEntries(device.db, ME)).toEqual([])
    expect((await queryChats(device.db, ME))[0]?.folder).toBeNull()
  })

  it('are assigned to a new chat after its first message is sent', async () => {
    const { device } = await startWithChat()
    const folder = await enqueueFolderCreate(device.db, { userId: ME, name: 'Slow' })
    const chatId = uuid()
    await enqueueMessage(device.db, { userId: ME, chatId, content: 'said', newChat: { folder } })
    const queue = (await readEntries(device.db, ME)).filter((entry) => entry.queueKey === chatId)
    expect(queue.map(({ kind }) => kind)).toEqual(['chat.create', 'message.send', 'chat.update'])
    await device.flush()
    expect(device.server.chats.get(chatId)?.folder).toBe(folder)
  })

  it('are deleted on the server too when their creation was interrupted', async () => {
    const { device } = await startWithChat()
    const folder = await enqueueFolderCreate(device.db, { userId: ME, name: 'Broken off' })
    const leaving = new AbortController()
    device.server.intercept = (request) => {
      device.server.handle(request)
      leaving.abort()
      return 'cut'
    }
    await device.flush({ signal: leaving.signal })
    device.server.intercept = undefined
    expect(device.server.folders.has(folder)).toBe(true)
    await enqueueFolderDelete(device.db, { userId: ME, id: folder })
    await device.flush()
    expect(device.server.folders.has(folder)).toBe(false)
  })

  it('are deleted on the server too when their creation has arrived without an answer and waits to be retried', async () => {
    const { device } = await startWithChat()
    const folder = await enqueueFolderCreate(device.db, { userId: ME, name: 'Unanswered' })
    device.server.intercept = (request) => {
      device.server.handle(request)
      return 'cut'
    }
    await device.flush()
    device.server.intercept = undefined
    await retryAll(device.db, ME)
    await enqueueFolderDelete(device.db, { userId: ME, id: folder })
    await device.flush()
    expect(device.server.folders.has(folder)).toBe(false)
  })

  it('are deleted only after all entries that use them were sent', async () => {
    const { device, chat: chatId, shown } = await startWithChat()
    const folder = await enqueueFolderCreate(device.db, { userId: ME, name: 'Old' })
    await device.flush()
    await move(device, chatId, folder)
    await device.db.outbox
      .toCollection()
      .modify({ state: 'sending', lease: { owner: 'x', until: Date.now() + 60_000 } })
    await enqueueFolderDelete(device.db, { userId: ME, id: folder })
    await device.flush()
    expect(await kinds(device)).toEqual(['chat.update sending', 'folder.delete waiting'])
    device.clock.now += 120_000
    await device.flush()
    expect(await readEntries(device.db, ME)).toEqual([])
    expect(device.server.chats.get(chatId)?.folder).toBeNull()
    await syncChats(device)
    expect((await shown())?.folder).toBeNull()
  })
})

describe('a folder that was deleted on another device', () => {
  it('is removed from the local copy, and other changes continue', async () => {
    const { device, chat: chatId, shown } = await startWithChat()
    const folder = await enqueueFolderCreate(device.db, { userId: ME, name: 'Gone' })
    await device.flush()
    device.server.folders.delete(folder)
    await enqueueChatChange(device.db, { userId: ME, chatId, patch: { folder, title: 'Typed' } })
    await device.flush()
    expect(await kinds(device)).toEqual(['chat.update failed'])
    expect(await shown()).toMatchObject({ folder: null, title: 'Seeded' })
    expect(await listUnsent(device.db, ME)).toMatchObject([{ what: 'Typed', state: 'failed' }])
    await syncLabels(device)
    expect(await queryFolders(device.db, ME)).toEqual([])
    await device.flush()
    expect(device.server.chats.get(chatId)).toMatchObject({ folder: null, title: 'Typed' })
    expect(await shown()).toMatchObject({ title: 'Typed' })
  })

  it('shows its chats where the server has them when a move was never sent', async () => {
    const { device, chat: chatId, shown } = await startWithChat()
    const folder = await enqueueFolderCreate(device.db, { userId: ME, name: 'Gone' })
    await device.flush()
    await move(device, chatId, folder)
    device.server.folders.delete(folder)
    await syncLabels(device)
    expect(await readEntries(device.db, ME)).toEqual([])
    expect(await shown()).toMatchObject({ folder: null })
  })

  it('keeps the name that was typed for it here', async () => {
    const { device } = await startWithChat()
    const folder = await enqueueFolderCreate(device.db, { userId: ME, name: 'One' })
    await device.flush()
    device.server.folders.delete(folder)
    await enqueueFolderUpdate(device.db, { userId: ME, id: folder, patch: { name: 'A careful name' } })
    await device.flush()
    await syncLabels(device)
    expect(await listUnsent(device.db, ME)).toMatchObject([
      { kind: 'folder.update', what: 'A careful name', state: 'failed', reason: { code: 'not_found' } },
    ])
  })
})

test('a sync keeps unsent labels over those of the server', async () => {
  const device = await startDevice()
  const [kept, renamed, deleted] = await Promise.all(
    ['kept', 'renamed', 'deleted'].map((name) => enqueueFolderCreate(device.db, { userId: ME, name })),
  )
  await device.flush()
  await enqueueFolderUpdate(device.db, { userId: ME, id: renamed ?? '', patch: { name: 'mine' } })
  await enqueueFolderDelete(device.db, { userId: ME, id: deleted ?? '' })
  const fresh = await enqueueFolderCreate(device.db, { userId: ME, name: 'not sent' })
  await syncLabels(device)
  const names = Object.fromEntries((await queryFolders(device.db, ME)).map(({ id, name }) => [id, name]))
  expect(names).toEqual({ [kept ?? '']: 'kept', [renamed ?? '']: 'mine', [fresh]: 'not sent' })
})

test('a label that was created and acknowledged while the lists are read stays, and chats stay in it', async () => {
  const { device, chat: chatId } = await startWithChat()
  let tag: string | undefined
  device.server.intercept = async ({ method, path }) => {
    if (method !== 'GET' || path !== '/companion/tags/' || tag !== undefined) return undefined
    tag = await enqueueTagCreate(device.db, { userId: ME, name: 'green' })
    await device.flush()
    await enqueueChatChange(device.db, { userId: ME, chatId, patch: { tags: [tag] } })
    return { status: 200, json: { results: [] } }
  }
  await syncLabels(device)
  expect(await queryTags(device.db, ME)).toMatchObject([{ id: tag, name: 'green' }])
  expect(await device.db.conflicts.toArray()).toEqual([])
  await device.flush()
  expect(device.server.chats.get(chatId)?.tags).toEqual([tag])
})

test('labels that are not sent yet return after a rejected session, and chats stay in them', async () => {
  const { device, chat: chatId } = await startWithChat()
  const folder = await enqueueFolderCreate(device.db, { userId: ME, name: 'Garden' })
  await enqueueFolderUpdate(device.db, { userId: ME, id: folder, patch: { name: 'Orchard' } })
  const tag = await enqueueTagCreate(device.db, { userId: ME, name: 'green', color: '#00ff00' })
  await enqueueChatChange(device.db, { userId: ME, chatId, patch: { folder, tags: [tag] } })
  await forgetCopies(device.db, ME)
  await syncLabels(device)
  expect(await queryFolders(device.db, ME)).toMatchObject([{ id: folder, name: 'Orchard' }])
  expect(await queryTags(device.db, ME)).toMatchObject([{ id: tag, name: 'green', color: '#00ff00' }])
  await device.flush()
  expect(device.server.chats.get(chatId)).toMatchObject({ folder, tags: [tag] })
  expect(await device.db.conflicts.toArray()).toEqual([])
})

test('a label that was deleted elsewhere is not reported when its new name was dropped with a rejected session', async () => {
  const { device, chat: chatId } = await startWithChat()
  const folder = await enqueueFolderCreate(device.db, { userId: ME, name: 'Garden' })
  await device.flush()
  await move(device, chatId, folder)
  device.server.folders.clear()
  await forgetCopies(device.db, ME)
  await syncLabels(device)
  expect(await readEntries(device.db, ME)).toEqual([])
  expect(await device.db.conflicts.toArray()).toEqual([])
})
