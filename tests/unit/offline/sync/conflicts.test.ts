import { describe, expect, it } from 'vitest'
import { queryFolders, queryTags, readEntries } from '#offline/database/queries.ts'
import type { ChatPatch, OutboxEntry } from '#offline/database/rows.ts'
import { markNotified, onRefused, settleConflict } from '#offline/outbox/conflicts.ts'
import { enqueueChatChange, enqueueMessage } from '#offline/outbox/enqueue.ts'
import * as labels from '#offline/outbox/enqueue-label-changes.ts'
import { discard, retry } from '#offline/outbox/outbox-actions.ts'
import { syncAll } from '#offline/sync/sync-all.ts'
import { type Device, ME } from '#support/device/device.ts'
import { queryChats } from '#support/device/query-chats.ts'
import { startTwoDevices } from '#support/device/two-devices.ts'
import { listUnsent } from '#support/device/unsent-entries.ts'
import { coded } from '#support/servers/stub-server.ts'

const change = (device: Device, chatId: string, patch: ChatPatch) =>
  enqueueChatChange(device.db, { userId: ME, chatId, patch })
const shown = async (device: Device) => (await queryChats(device.db, ME))[0]
const conflicts = (device: Device) => device.db.conflicts.toArray()
const meet = async (device: Device) => {
  device.clock.now += 60_000
  const result = await device.flush()
  await syncAll(device)
  return result
}

async function startWithLabels() {
  const pair = await startTwoDevices()
  const { one, two, server } = pair
  const make = async (name: string) => ({
    folder: await labels.enqueueFolderCreate(one.db, { userId: ME, name }),
    tag: await labels.enqueueTagCreate(one.db, { userId: ME, name }),
  })
  const [a, b, c] = [await make('A'), await make('B'), await make('C')]
  for (const device of [one, two]) await meet(device)
  const serverTags = () => server.chats.get(pair.chat)?.tags.toSorted()
  return { ...pair, a, b, c, serverTags }
}

describe('tags that two devices set offline on one chat', () => {
  it('are merged, and removed ones are removed', async () => {
    const { one, two, chat: chatId, a, b, c, serverTags } = await startWithLabels()
    await change(one, chatId, { tags: [a.tag] })
    for (const device of [one, two]) await meet(device)
    await change(one, chatId, { tags: [a.tag, b.tag] })
    await change(two, chatId, { tags: [a.tag, c.tag] })
    await change(two, chatId, { tags: [c.tag] })
    expect((await shown(two))?.tags).toEqual([c.tag])
    for (const device of [one, two, one]) await meet(device)
    expect(serverTags()).toEqual([b.tag, c.tag].sort())
    for (const device of [one, two]) expect((await shown(device))?.tags.toSorted()).toEqual([b.tag, c.tag].sort())
  })

  it('are resolved tag by tag by the last writer, also after a rejection and a late retry', async () => {
    const { one, chat: chatId, server, a, b, serverTags } = await startWithLabels()
    await change(one, chatId, { tags: [a.tag, b.tag] })
    server.intercept = ({ method }) => (method === 'PATCH' ? coded(400, 'bad_request') : undefined)
    await one.flush()
    expect((await shown(one))?.tags).toEqual([])
    await change(one, chatId, { tags: [a.tag] })
    await change(one, chatId, { tags: [] })
    server.intercept = undefined
    const [failed] = await readEntries(one.db, ME)
    expect(failed).toMatchObject({ state: 'failed', body: { tags_add: [b.tag] } })
    await retry(one.db, failed?.id ?? '')
    await meet(one)
    expect(serverTags()).toEqual([b.tag])
    expect((await shown(one))?.tags).toEqual([b.tag])
  })

  it('are not sent when they are unchanged', async () => {
    const { one, chat: chatId, a } = await startWithLabels()
    await change(one, chatId, { tags: [a.tag] })
    await meet(one)
    await change(one, chatId, { tags: [a.tag] })
    expect(await readEntries(one.db, ME)).toEqual([])
  })
})

describe('a chat that two devices moved offline', () => {
  it('is where the last writer put it, who is shown the other folder and may choose it', async () => {
    const { one, two, chat: chatId, server, a, b } = await startWithLabels()
    await change(one, chatId, { folder: a.folder })
    await change(two, chatId, { folder: b.folder })
    await one.flush()
    await two.flush()
    expect(server.chats.get(chatId)?.folder).toBe(b.folder)
    const [conflict, ...more] = await conflicts(two)
    expect(more).toEqual([])
    expect(conflict).toMatchObject({ what: 'move', targetId: chatId, mine: 'B', theirs: 'A', folder: a.folder })
    if (conflict) await settleConflict(two.db, conflict, 'theirs')
    await meet(two)
    await meet(one)
    expect(server.chats.get(chatId)?.folder).toBe(a.folder)
    expect([...(await conflicts(one)), ...(await conflicts(two))]).toEqual([])
  })

  it('has no conflict with its own moves, or with a folder that was deleted', async () => {
    const { one, two, chat: chatId, server, a, b, c } = await startWithLabels()
    await change(one, chatId, { folder: a.folder })
    for (const device of [one, two]) await meet(device)
    server.intercept = (request) => (request.method === 'PATCH' && server.handle(request) ? 'cut' : undefined)
    await change(two, chatId, { folder: b.folder })
    await two.flush()
    server.intercept = undefined
    await change(two, chatId, { folder: null })
    await change(two, chatId, { folder: a.folder })
    await meet(two)
    expect(server.chats.get(chatId)?.folder).toBe(a.folder)
    await labels.enqueueFolderDelete(one.db, { userId: ME, id: a.folder })
    await one.flush()
    await change(two, chatId, { folder: c.folder })
    await meet(two)
    expect(server.chats.get(chatId)?.folder).toBe(c.folder)
    expect(await conflicts(two)).toEqual([])
  })
})

describe.each(['folder', 'tag'] as const)('a %s', (kind) => {
  const rename = kind === 'folder' ? labels.enqueueFolderUpdate : labels.enqueueTagUpdate
  const remove = kind === 'folder' ? labels.enqueueFolderDelete : labels.enqueueTagDelete
  const put = (id: string): ChatPatch => (kind === 'folder' ? { folder: id } : { tags: [id] })
  const names = async (device: Device) =>
    (await (kind === 'folder' ? queryFolders : queryTags)(device.db, ME)).map(({ name }) => name)

  it('gets the later name when two devices rename it; that device is shown the other and may choose it', async () => {
    const { one, two, a } = await startWithLabels()
    const id = a[kind]
    await rename(one.db, { userId: ME, id, patch: { name: 'From one' } })
    await rename(two.db, { userId: ME, id, patch: { name: 'From two, first' } })
    await rename(two.db, { userId: ME, id, patch: { name: ' From two ' } })
    for (const device of [one, two, one]) await meet(device)
    expect(await conflicts(one)).toEqual([])
    const [conflict] = await conflicts(two)
    expect(conflict).toMatchObject({ what: 'name', label: kind, targetId: id, theirs: 'From one' })
    if (conflict) await settleConflict(two.db, conflict, 'theirs')
    for (const device of [two, one]) await meet(device)
    for (const device of [one, two]) expect(await names(device)).toEqual(['B', 'C', 'From one'])
    expect(await conflicts(two)).toEqual([])
  })

  it('has no conflict with its own new name when the response is lost, although the server trims', async () => {
    const { one, server, a } = await startWithLabels()
    server.intercept = (request) => (request.method === 'PATCH' && server.handle(request) ? 'cut' : undefined)
    await rename(one.db, { userId: ME, id: a[kind], patch: { name: 'Mine, first' } })
    await rename(one.db, { userId: ME, id: a[kind], patch: { name: ' Mine ' } })
    await one.flush()
    server.intercept = undefined
    await meet(one)
    expect(await names(one)).toEqual(['B', 'C', 'Mine'])
    expect(await conflicts(one)).toEqual([])
  })

  it('is reported once when it was deleted elsewhere while a chat was moved into it here, and the chat stays', async () => {
    const { one, two, chat: chatId, server, a } = await startWithLabels()
    await remove(one.db, { userId: ME, id: a[kind] })
    await one.flush()
    await change(two, chatId, { ...put(a[kind]), is_saved: true })
    const heard: string[] = []
    const stop = onRefused(two.db, ME, (entries) => heard.push(entries.map(({ kind }) => kind).join()))
    // The server rejects the change before this device has learned of the deletion.
    expect(await meet(two)).toMatchObject({ refused: 1 })
    await expect.poll(() => heard.at(-1)).toBe('')
    expect(await conflicts(two)).toMatchObject([{ what: 'gone', label: kind, mine: 'A' }])
    await meet(two)
    expect(server.chats.get(chatId)).toMatchObject({ folder: null, tags: [], is_saved: true })
    expect(await readEntries(two.db, ME)).toEqual([])
    const [conflict] = await conflicts(two)
    if (conflict) await settleConflict(two.db, conflict, 'mine')
    await meet(two)
    expect(await conflicts(two)).toEqual([])
    stop()
  })

  it('is not reported when this device itself deletes it', async () => {
    const { one, chat: chatId, a } = await startWithLabels()
    await change(one, chatId, put(a[kind]))
    await remove(one.db, { userId: ME, id: a[kind] })
    await meet(one)
    expect(await conflicts(one)).toEqual([])
    expect(await shown(one)).toMatchObject({ folder: null, tags: [] })
  })
})

describe('a change that the server rejects', () => {
  async function follow(device: Device) {
    const heard: OutboxEntry[][] = []
    const stop = onRefused(device.db, ME, (entries) => heard.push(entries))
    await expect.poll(() => heard.at(-1)).toEqual([])
    return { stop, now: () => heard.at(-1) }
  }

  it('is reported with the field message until it is dismissed, sent again or discarded', async () => {
    const { one, server } = await startTwoDevices()
    const refused = await follow(one)
    await labels.enqueueFolderCreate(one.db, { userId: ME, name: 'One too many' })
    server.intercept = ({ method }) =>
      method === 'POST' ? { status: 400, json: { name: ['You have as many as there can be'] } } : undefined
    await one.flush()
    const error = { code: 'field', status: 400, message: 'You have as many as there can be' }
    await expect.poll(refused.now).toMatchObject([{ kind: 'folder.create', body: { name: 'One too many' }, error }])
    const [{ id } = { id: '' }] = refused.now() ?? []
    await retry(one.db, id)
    await expect.poll(refused.now).toEqual([])
    await one.flush()
    await expect.poll(refused.now).toHaveLength(1)
    await markNotified(one.db, id)
    await expect.poll(refused.now).toEqual([])
    expect(await listUnsent(one.db, ME)).toMatchObject([{ what: 'One too many', state: 'failed' }])
    await retry(one.db, id)
    await one.flush()
    await expect.poll(refused.now).toHaveLength(1)
    expect(await discard(one.db, id)).toBe(true)
    await expect.poll(refused.now).toEqual([])
    expect(await queryFolders(one.db, ME)).toEqual([])
    refused.stop()
  })

  it('is shown at the message only when it is about a message', async () => {
    const { one, chat: chatId, server } = await startTwoDevices()
    const refused = await follow(one)
    await enqueueMessage(one.db, { userId: ME, chatId, content: 'No' })
    await change(one, chatId, { title: 'Nor this' })
    server.intercept = ({ method }) => (method === 'GET' ? undefined : coded(400, 'bad_request'))
    expect(await one.flush()).toMatchObject({ refused: 2 })
    await expect.poll(() => refused.now()?.map(({ kind }) => kind)).toEqual(['chat.update'])
    refused.stop()
  })
})

describe('a title typed for a chat that was deleted elsewhere', () => {
  it.each(['a sync', 'a flush'])(
    'is kept and reported after %s, and the chat is removed when it is discarded',
    async (first) => {
      const { one, chat: chatId, server } = await startTwoDevices()
      await change(one, chatId, { title: 'With care' })
      server.chats.delete(chatId)
      server.deleted.push(chatId)
      if (first === 'a flush') await one.flush()
      await syncAll(one)
      const heard: OutboxEntry[][] = []
      const stop = onRefused(one.db, ME, (entries) => heard.push(entries))
      await expect
        .poll(() => heard.at(-1))
        .toMatchObject([{ kind: 'chat.update', body: { title: 'With care' }, error: { code: 'not_found' } }])
      expect(await shown(one)).toMatchObject({ id: chatId, local: true })
      const [unsent] = await listUnsent(one.db, ME)
      expect(unsent).toMatchObject({ what: 'With care', state: 'failed' })
      expect(await discard(one.db, unsent?.id ?? '')).toBe(true)
      expect(await queryChats(one.db, ME)).toEqual([])
      expect(await readEntries(one.db, ME)).toEqual([])
      stop()
    },
  )
})
