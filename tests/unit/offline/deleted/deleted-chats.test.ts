import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { readEntries } from '#offline/database/queries.ts'
import { enqueueEmpty, eraseDeleted, restoreDeleted } from '#offline/deleted/enqueue-deleted.ts'
import { loadDeleted } from '#offline/deleted/load-deleted.ts'
import { neededFiles } from '#offline/files/needed-files.ts'
import { enqueueChatChange, enqueueMessage } from '#offline/outbox/enqueue.ts'
import { openLocalSearch } from '#offline/search/local-search.ts'
import { syncAll } from '#offline/sync/sync-all.ts'
import { syncMessages } from '#offline/sync/sync-messages.ts'
import { attachFile } from '#support/device/attach-file.ts'
import { both, meet, messagesOf, remove, startWithChats } from '#support/device/deleted-chats.ts'
import { ME, startDevice } from '#support/device/device.ts'
import { queryChats } from '#support/device/query-chats.ts'
import { startTwoDevices } from '#support/device/two-devices.ts'
import { coded } from '#support/servers/stub-server.ts'

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
    expect(await readEntries(two.db, ME)).toMatchObject([{ kind: 'message.send', state: 'failed' }])
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
    expect(await readEntries(device.db, ME)).toEqual([])
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
      expect(await readEntries(one.db, ME)).toEqual([])
    },
  )

  it('stays in the list after its restoration, however many newer chats this device stores', async () => {
    const device = await startDevice()
    const [old, ...newer] = Array.from({ length: 26 }, () => uuid())
    if (old === undefined) throw new Error('There is no chat')
    for (const chatId of [old, ...newer]) device.server.seed(chatId, 2)
    const chat = device.server.chats.get(old)
    if (chat) device.server.chats.set(old, { ...chat, deleted_at: chat.updated_at })
    await loadDeleted(device)
    await syncAll(device)
    await restoreDeleted(device.db, ME, [old])
    await meet(device)
    expect(device.server.chats.get(old)?.deleted_at).toBeNull()
    const { listed, deleted } = await both(device)
    expect([listed.length, deleted]).toEqual([21, []])
    expect(listed).toContain(old)
  })

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
