import { i18n } from '@lingui/core'
import { Dexie } from 'dexie'
import { IDBKeyRange, indexedDB } from 'fake-indexeddb'
import { v7 as uuid } from 'uuid'
import { expect, onTestFinished, test, vi } from 'vitest'
import { deleteChats } from '#features/library/chat-menu/delete-chats.ts'
import { UNDO_MS } from '#offline/chats/chat-trash.ts'
import { makeLocalChat } from '#offline/chats/local-chat.ts'
import { database } from '#offline/database/database.ts'
import { ME } from '#support/device/device.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })
Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange })

test('no toast below an Undo toast closes by itself while that is shown', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(async () => {
    vi.useRealTimers()
    await database().delete()
  })
  const [first, second] = [uuid(), uuid()]
  await database().chats.bulkPut([first, second].map((chatId) => makeLocalChat(ME, chatId, 'Chat', 1)))
  const almostOver = () => database().outbox.toCollection().modify({ nextAttemptAt: 1 })
  const areHeld = (count: number) =>
    expect
      .poll(async () => (await database().outbox.toArray()).map(({ nextAttemptAt }) => nextAttemptAt > Date.now()))
      .toEqual(Array(count).fill(true))
  await deleteChats(ME, [first])
  await areHeld(1)
  await almostOver()
  vi.advanceTimersByTime(UNDO_MS / 2)
  await areHeld(1)
  await almostOver()
  await deleteChats(ME, [second])
  await areHeld(2)
  await almostOver()
  vi.advanceTimersByTime(UNDO_MS / 2)
  await areHeld(2)
})
