import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { readEntries } from '#offline/database/queries.ts'
import { enqueueClear, enqueueEmpty, restoreDeleted } from '#offline/deleted/enqueue-deleted.ts'
import { enqueueChatChange, enqueueMessage } from '#offline/outbox/enqueue.ts'
import { discard } from '#offline/outbox/outbox-actions.ts'
import { both, deleted, listed, meet, remove, startWithChats } from '#support/device/deleted-chats.ts'
import { ME } from '#support/device/device.ts'
import { startTwoDevices } from '#support/device/two-devices.ts'
import { coded } from '#support/servers/stub-server.ts'

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
    const [entry] = await readEntries(device.db, ME)
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
    expect(await readEntries(device.db, ME)).toEqual([])
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
