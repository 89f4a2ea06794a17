import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { enqueueChatDeletes } from '#offline/chats/chat-trash.ts'
import { queryChats, queryOutbox } from '#offline/database/queries.ts'
import { enqueueClear, enqueueEmpty, eraseDeleted, restoreDeleted } from '#offline/deleted/enqueue-deleted.ts'
import { loadDeleted } from '#offline/deleted/load-deleted.ts'
import { queryDeleted } from '#offline/deleted/query-deleted.ts'
import { neededFiles } from '#offline/files/needed-files.ts'
import { enqueueChatChange, enqueueMessage } from '#offline/outbox/enqueue.ts'
import { discard } from '#offline/outbox/outbox-actions.ts'
import { openLocalSearch } from '#offline/search/local-search.ts'
import { syncAll } from '#offline/sync/sync-all.ts'
import { syncMessages } from '#offline/sync/sync-messages.ts'
import { attachFile } from '#support/device/attach-file.ts'
import { type Device, ME, startDevice } from '#support/device/device.ts'
import { startTwoDevices } from '#support/device/two-devices.ts'
import { coded } from '#support/servers/stub-server.ts'

const listed = async ({ db }: Device) => (await queryChats(db, ME)).map(({ id }) => id)
const deleted = async ({ db }: Device) => (await queryDeleted(db, ME)).map(({ id }) => id)
const both = async (device: Device) => ({ listed: await listed(device), deleted: await deleted(device) })
const messagesOf = async ({ db }: Device) => (await db.messages.toArray()).map(({ content }) => content)
const remove = ({ db }: Device, ...chatIds: string[]) => enqueueChatDeletes(db, { userId: ME, chatIds })
const meet = async (device: Device) => {
  await device.flush()
  await syncAll(device)
}

/** Chats that the server and the device have, the oldest first. */
async function startWithChats(count: number) {
  const device = await startDevice()
  const chatIds = Array.from({ length: count }, () => uuid())
  for (const [n, chatId] of chatIds.entries()) {
    await enqueueMessage(device.db, { userId: ME, chatId, content: `Chat ${n}`, newChat: {} })
    await device.flush()
    await syncMessages({ ...device, chatId })
  }
  await syncAll(device)
  return { device, chatIds, chat: chatIds[0] ?? '' }
}

describe('a chat in Recently deleted', () => {
  it('is there before and after the server knows, found by no search, and is restored with its messages offline', async () => {
    const { device, chat: chatId } = await startWithChats(1)
    const search = openLocalSearch(device.db, ME)
    const found = () => search.search('chat')
    await expect.poll(found).not.toEqual([])
    await remove(device, chatId)
    expect(await both(device)).toEqual({ listed: [], deleted: [chatId] })
    await meet(device)
    expect(await both(device)).toEqual({ listed: [], deleted: [chatId] })
    expect(await found()).toEqual([])
    expect(await messagesOf(device)).toContain('Chat 0')

    await restoreDeleted(device.db, ME, [chatId])
    expect(await both(device)).toEqual({ listed: [chatId], deleted: [] })
    await expect.poll(found).not.toEqual([])
    // The server still says that it is deleted.
    await syncAll(device)
    await syncMessages({ ...device, chatId })
    expect(await both(device)).toEqual({ listed: [chatId], deleted: [] })
    await meet(device)
    expect(device.server.chats.get(chatId)?.deleted_at).toBeNull()
    expect(await messagesOf(device)).toContain('Chat 0')
    search.close()
  })

  it('moves to and from it on the other device, whichever of the two has deleted and restored it', async () => {
    const { one, two, chat: chatId } = await startTwoDevices()
    await remove(one, chatId)
    await meet(one)
    await enqueueChatChange(two.db, { userId: ME, chatId, patch: { is_pinned: true } })
    await meet(two)
    expect(await both(two)).toEqual({ listed: [], deleted: [chatId] })
    await restoreDeleted(two.db, ME, [chatId])
    await meet(two)
    await meet(one)
    expect(await both(one)).toEqual({ listed: [chatId], deleted: [] })
    expect((await queryChats(one.db, ME))[0]?.is_pinned).toBe(true)
  })

  it('stays in the list of a device that has an unsent message in it, which fails and is sent after a restoration', async () => {
    const { one, two, chat: chatId } = await startTwoDevices()
    await enqueueMessage(two.db, { userId: ME, chatId, content: 'Meanwhile' })
    await remove(one, chatId)
    await meet(one)
    await meet(two)
    expect(await both(two)).toEqual({ listed: [chatId], deleted: [chatId] })
    expect(await queryOutbox(two.db, ME)).toMatchObject([{ kind: 'message.send', state: 'failed' }])
    await restoreDeleted(one.db, ME, [chatId])
    await meet(one)
    await meet(two)
    expect(await both(two)).toEqual({ listed: [chatId], deleted: [] })
  })

  it('comes back with what was unsent in it, and its files, when this device has deleted it', async () => {
    const { device, chat: chatId } = await startWithChats(1)
    const { file } = await attachFile(device.db, ME, chatId, { name: 'a.txt', size: 10 })
    await enqueueMessage(device.db, { userId: ME, chatId, content: 'Unsent', files: [file] })
    await device.db.drafts.put({ userId: ME, draftKey: chatId, text: 'half a thought', updated_at: 1 })
    await remove(device, chatId)
    await meet(device)
    expect(await queryOutbox(device.db, ME)).toEqual([])
    expect(await neededFiles(device.db, ME)).toEqual(new Set([file.id]))
    await restoreDeleted(device.db, ME, [chatId])
    expect((await device.db.drafts.toArray()).map(({ text }) => text)).toEqual(['half a thought'])
    await meet(device)
    expect(device.server.questions(chatId)).toEqual(['Chat 0', 'Unsent'])
  })

  it('is restored here without the server when the server never had it', async () => {
    const device = await startDevice()
    const chatId = uuid()
    await enqueueMessage(device.db, { userId: ME, chatId, content: 'Never sent', newChat: {} })
    await remove(device, chatId)
    await meet(device)
    expect(await both(device)).toEqual({ listed: [], deleted: [chatId] })
    await restoreDeleted(device.db, ME, [chatId])
    await meet(device)
    expect(device.server.questions(chatId)).toEqual(['Never sent'])
  })

  it('is deleted for good, also when its deletion was not sent yet, and with a tombstone of the server', async () => {
    const { device, chatIds } = await startWithChats(3)
    const [first = '', second = '', third = ''] = chatIds
    await remove(device, first)
    await meet(device)
    await remove(device, second, third)
    await eraseDeleted(device.db, ME, [first, second])
    expect(await both(device)).toEqual({ listed: [], deleted: [third] })
    await meet(device)
    expect([...device.server.chats.keys()]).toEqual([third])
    // The server ends the last one after its time.
    device.server.chats.delete(third)
    device.server.deleted.push(third)
    await meet(device)
    expect(await both(device)).toEqual({ listed: [], deleted: [] })
    expect(await messagesOf(device)).toEqual([])
  })

  it('is not deleted for good by emptying it once it was restored, although its deletion may have arrived', async () => {
    const { device, chatIds } = await startWithChats(2)
    const [restored = '', gone = ''] = chatIds
    await remove(device, restored, gone)
    device.server.intercept = () => 'cut'
    await device.flush()
    device.server.intercept = undefined
    await restoreDeleted(device.db, ME, [restored])
    await enqueueEmpty(device.db, ME)
    expect(await messagesOf(device)).toContain('Chat 0')
    device.clock.now += 60_000
    for (let round = 0; round < 2; round += 1) await meet(device)
    expect(await both(device)).toEqual({ listed: [restored], deleted: [] })
    expect([...device.server.chats.keys()]).toEqual([restored])
    expect(await messagesOf(device)).toContain('Chat 0')
  })

  it('returns to it when the server refuses to restore it', async () => {
    const { device, chat: chatId } = await startWithChats(1)
    await remove(device, chatId)
    await meet(device)
    device.server.intercept = ({ path }) => (path.endsWith('/restore/') ? coded(403, 'permission_denied') : undefined)
    await restoreDeleted(device.db, ME, [chatId])
    await device.flush()
    expect(await both(device)).toEqual({ listed: [], deleted: [chatId] })
  })

  it.each([true, false])(
    'is gone when it was deleted for good before its restoration arrived; synced meanwhile: %s',
    async (isSynced) => {
      const { one, two, server, chat: chatId } = await startTwoDevices()
      await remove(one, chatId)
      await meet(one)
      await meet(two)
      await restoreDeleted(one.db, ME, [chatId])
      await eraseDeleted(two.db, ME, [chatId])
      await two.flush()
      server.intercept = async ({ path }) => {
        if (path.endsWith('/restore/') && isSynced) await syncAll(one)
        return undefined
      }
      await one.flush()
      expect(await both(one)).toEqual({ listed: [], deleted: [] })
      expect(await queryOutbox(one.db, ME)).toEqual([])
    },
  )

  it('is loaded when it was deleted before the first sync of this device', async () => {
    const { one, two, chat: chatId } = await startTwoDevices()
    await remove(one, chatId)
    await meet(one)
    await two.db.deletedChats.clear()
    await two.db.chats.clear()
    await loadDeleted(two)
    expect(await both(two)).toEqual({ listed: [], deleted: [chatId] })
  })
})

describe('clearing the history', () => {
  it('hides unsaved chats at once, waits for a saving before it, and comes before a restoration after it', async () => {
    const { device, chatIds } = await startWithChats(3)
    const [saved = '', restored = '', gone = ''] = chatIds
    await enqueueChatChange(device.db, { userId: ME, chatId: saved, patch: { is_saved: true } })
    await enqueueClear(device.db, ME, false)
    expect((await both(device)).listed).toEqual([saved])
    await restoreDeleted(device.db, ME, [restored])
    const expected = { listed: [restored, saved], deleted: [gone] }
    expect(await both(device)).toEqual(expected)
    await meet(device)
    await meet(device)
    expect(await both(device)).toEqual(expected)
    expect(device.server.arrived.map(({ method, path }) => `${method} ${path}`).slice(-20)).toContain(
      'DELETE /companion/chats/clear-history/',
    )
    for (const id of [saved, restored]) expect(device.server.chats.get(id)?.deleted_at).toBeNull()
  })

  it('can be discarded before it is sent, which lists the chats again', async () => {
    const { device, chatIds } = await startWithChats(2)
    await enqueueClear(device.db, ME, true)
    const [entry] = await queryOutbox(device.db, ME)
    expect(entry?.kind).toBe('history.clear')
    expect(await discard(device.db, entry?.id ?? '')).toBe(true)
    expect((await both(device)).listed.sort()).toEqual([...chatIds].sort())
  })

  it('lists the chats again when the server refuses it, without those whose own deletion it has acknowledged', async () => {
    const { device, chatIds } = await startWithChats(2)
    const [gone = '', cleared = ''] = chatIds
    await remove(device, gone)
    await device.flush()
    await enqueueClear(device.db, ME, true)
    device.server.intercept = ({ path }) =>
      path.includes('/clear-history/') ? coded(403, 'permission_denied') : undefined
    await device.flush()
    expect(await both(device)).toEqual({ listed: [cleared], deleted: [gone] })
    await meet(device)
    expect(await both(device)).toEqual({ listed: [cleared], deleted: [gone] })
  })

  it('leaves what another device writes while it waits, and emptying behind it what the other one deletes', async () => {
    const { one, two, chat: chatId, server } = await startTwoDevices()
    const [untouched, later] = [uuid(), uuid()]
    const write = (content: string, where: string, newChat?: object) =>
      enqueueMessage(two.db, { userId: ME, chatId: where, content, ...(newChat ? { newChat } : {}) })
    await write('Seen by both', untouched, {})
    await meet(two)
    await meet(one)
    await enqueueClear(one.db, ME, true)
    await enqueueEmpty(one.db, ME)
    expect(await both(one)).toEqual({ listed: [], deleted: [] })

    await write('Written meanwhile', chatId)
    await write('A new chat', later, {})
    const ended = uuid()
    await write('Deleted meanwhile', ended, {})
    await meet(two)
    await remove(two, ended)
    await meet(two)
    for (const device of [one, two, one]) await meet(device)
    for (const device of [one, two]) {
      expect(await both(device)).toEqual({ listed: [later, chatId], deleted: [ended] })
    }
    expect(server.chats.has(untouched)).toBe(false)
  })

  it('includes what this device has sent since its last sync, and nothing else that has changed since then', async () => {
    const { one, two, chat: chatId } = await startTwoDevices()
    const [mine, theirs] = [uuid(), uuid()]
    await enqueueMessage(two.db, { userId: ME, chatId: theirs, content: 'Of the other device', newChat: {} })
    await two.flush()
    await enqueueMessage(one.db, { userId: ME, chatId: mine, content: 'Of this device', newChat: {} })
    await one.flush()
    await enqueueClear(one.db, ME, true)
    await meet(one)
    expect(await listed(one)).toEqual([theirs])
    expect((await deleted(one)).sort()).toEqual([chatId, mine].sort())
  })

  it('stays in Recently deleted when a chat of it was restored before that was emptied', async () => {
    const { device, chatIds } = await startWithChats(2)
    const [restored = '', cleared = ''] = chatIds
    await enqueueClear(device.db, ME, true)
    await restoreDeleted(device.db, ME, [restored])
    await enqueueEmpty(device.db, ME)
    for (let round = 0; round < 2; round += 1) await meet(device)
    expect(await both(device)).toEqual({ listed: [restored], deleted: [cleared] })
  })

  it('leaves nothing, here and on the server, together with emptying Recently deleted', async () => {
    const { device } = await startWithChats(3)
    await enqueueMessage(device.db, { userId: ME, chatId: uuid(), content: 'Not sent', newChat: {} })
    await enqueueClear(device.db, ME, true)
    await enqueueEmpty(device.db, ME)
    expect(await both(device)).toEqual({ listed: [], deleted: [] })
    await meet(device)
    await meet(device)
    expect(await both(device)).toEqual({ listed: [], deleted: [] })
    expect(device.server.chats.size).toBe(0)
    expect(await queryOutbox(device.db, ME)).toEqual([])
  })

  it('leaves nothing of a chat either whose own deletion the server has acknowledged since the last sync', async () => {
    const { device, chat } = await startWithChats(2)
    await remove(device, chat)
    await device.flush()
    await enqueueClear(device.db, ME, true)
    await enqueueEmpty(device.db, ME)
    for (let round = 0; round < 2; round += 1) await meet(device)
    expect(await both(device)).toEqual({ listed: [], deleted: [] })
    expect(device.server.chats.size).toBe(0)
  })
})
