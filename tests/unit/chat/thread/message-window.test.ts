import { v7 as uuid } from 'uuid'
import { expect, test, vi } from 'vitest'
import { loadUntilMessage } from '#features/chat/thread/window/load-until-message.ts'
import { openMessageWindow } from '#features/chat/thread/window/message-window.ts'
import { enqueueMessage } from '#offline/outbox/enqueue.ts'
import { enqueueMessageDelete } from '#offline/outbox/enqueue-message-changes.ts'
import { syncMessages } from '#offline/sync/sync-messages.ts'
import { ME, startDevice } from '#support/device/device.ts'

test('a chat that was left while older messages were being fetched is no longer observed', async () => {
  const device = await startDevice()
  const chatId = uuid()
  device.server.seed(chatId, 45)
  await syncMessages({ ...device, chatId })
  const window = openMessageWindow(device.db, ME, chatId)
  await vi.waitFor(() => expect(window.read().messages).toHaveLength(40))
  const older = window.loadOlder()
  window.close()
  await older
  expect(window.read().messages).toHaveLength(40)
})

test('a message is shown as soon as it is stored, and once', async () => {
  const { db } = await startDevice()
  const chatId = uuid()
  const window = openMessageWindow(db, ME, chatId)
  await vi.waitFor(() => expect(window.read().ready).toBe(true))
  const shown: number[] = []
  window.subscribe(() => shown.push(window.read().waiting.filter(({ kind }) => kind === 'message.send').length))
  for (const content of ['One', 'Two']) await enqueueMessage(db, { userId: ME, chatId, content, newChat: {} })
  expect(window.read().waiting.flatMap(({ body }) => ('content' in body ? body.content : []))).toEqual(['One', 'Two'])
  await enqueueMessage(db, { userId: ME, chatId: uuid(), content: 'Elsewhere', newChat: {} })
  await vi.waitFor(() => expect(shown.length).toBeGreaterThan(3))
  expect(shown).toEqual(shown.toSorted((a, b) => a - b))
  expect(shown.at(-1)).toBe(2)
  window.close()
})

test('a link to a deleted message leads nowhere, and one to a message in another branch makes that the current path', async () => {
  const device = await startDevice()
  const chatId = uuid()
  device.server.seed(chatId, 60)
  await syncMessages({ ...device, chatId })
  const window = openMessageWindow(device.db, ME, chatId)
  await window.opened
  const reach = async (seq: number) => {
    const row = await device.db.messages.where('[account+chat+seq]').equals([ME, chatId, seq]).first()
    return loadUntilMessage({ ...device, chatId }, window, row?.id ?? '')
  }
  const [early, late] = [await reach(15), await reach(57)]
  expect([early, late]).toEqual([true, true])
  const at = async (seq: number) =>
    (await device.db.messages.where('[account+chat+seq]').equals([ME, chatId, seq]).first())?.id ?? ''
  await enqueueMessageDelete(device.db, { userId: ME, chatId, messageId: await at(15) })
  await enqueueMessage(device.db, { userId: ME, chatId, content: 'Better', replaces: await at(55) })
  await vi.waitFor(() => expect(window.read().waiting).toHaveLength(2))
  expect([await reach(15), await reach(53)]).toEqual([false, true])
  expect((await device.db.chats.get([ME, chatId]))?.path).toBeNull()
  expect(await reach(57)).toBe(true)
  expect((await device.db.chats.get([ME, chatId]))?.path).toBe(await at(57))
  await vi.waitFor(() => expect(window.read().path).not.toBeNull())
  window.close()
})
