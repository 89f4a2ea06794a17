import { beforeEach, expect, test } from 'vitest'
import { readEntries } from '#offline/database/queries.ts'
import { enqueueChatChange, enqueueMessage } from '#offline/outbox/enqueue.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { discard } from '#offline/outbox/outbox-actions.ts'
import { syncChats } from '#offline/sync/sync-chats.ts'
import { type Device, ME, startDevice } from '#support/device/device.ts'
import { coded } from '#support/servers/stub-server.ts'

let device: Device
let chatId: string
const [one, two, three] = [newId(), newId(), newId()]

beforeEach(async () => {
  device = await startDevice()
  chatId = newId()
  device.server.seed(chatId, 2)
  await syncChats(device)
})

const choose = (patch: { path?: string; versions?: string[] }, instead: string[] = []) =>
  enqueueChatChange(device.db, { userId: ME, chatId, patch, instead })
const bodies = async () => (await readEntries(device.db, ME)).map(({ body }) => body)
const row = async () => device.db.chats.get([ME, chatId])

test('only the last choice of a path waits, and is what the chat shows', async () => {
  await choose({ path: one })
  await choose({ path: two })
  expect(await bodies()).toEqual([{ path: two }])
  expect((await row())?.path).toBe(two)
  await device.flush()
  expect(device.server.chats.get(chatId)?.path).toBe(two)
  expect([(await row())?.path, await bodies()]).toEqual([two, []])
})

test('only the last choice among the versions of an answer waits, beside those of other answers', async () => {
  await choose({ versions: [three] })
  await choose({ versions: [one] }, [one, two])
  await choose({ versions: [two] }, [one, two])
  expect(await bodies()).toEqual([{ versions: [three] }, { versions: [two] }])
  expect((await row())?.versions?.slice(-1)).toEqual([two])
})

test('a question ends the choice of a path, before and after the server has it, and a later choice counts', async () => {
  await choose({ path: one })
  await enqueueMessage(device.db, { userId: ME, chatId, content: 'Here', parent: one })
  expect(await bodies()).toEqual([{ path: one }, expect.objectContaining({ content: 'Here', parent: one })])
  expect((await row())?.path).toBeNull()
  await device.flush()
  expect([(await row())?.path, (await row())?.server?.path]).toEqual([null, null])
  await enqueueMessage(device.db, { userId: ME, chatId, content: 'There', parent: two })
  await choose({ path: one })
  expect((await row())?.path).toBe(one)
})

test('a question that is taken back before it is sent leaves the chat, its path and its place in the list as before', async () => {
  await choose({ path: one })
  await device.flush()
  const before = await row()
  const id = await enqueueMessage(device.db, { userId: ME, chatId, content: 'Taken back', parent: one })
  expect(await row()).toMatchObject({ path: null, preview: 'Taken back' })
  expect(await discard(device.db, id)).toBe(true)
  expect(await row()).toEqual(before)
})

test('a discarded or refused choice shows the path of the server again', async () => {
  await choose({ path: one })
  const [entry] = await readEntries(device.db, ME)
  await discard(device.db, entry?.id ?? '')
  expect((await row())?.path).toBeUndefined()
  await choose({ path: one, versions: [two] })
  device.server.intercept = ({ method }) => (method === 'PATCH' ? coded(400, 'invalid_message_or_chat') : undefined)
  await device.flush()
  expect((await readEntries(device.db, ME)).map(({ state }) => state)).toEqual(['failed'])
  expect([(await row())?.path, (await row())?.versions]).toEqual([undefined, undefined])
})
