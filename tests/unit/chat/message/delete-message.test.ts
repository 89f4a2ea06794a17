// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { Dexie } from 'dexie'
import { IDBKeyRange, indexedDB } from 'fake-indexeddb'
import { v7 as uuid } from 'uuid'
import { expect, it, onTestFinished, vi } from 'vitest'
import { deleteMessage } from '#features/chat/message/actions/delete-message.ts'
import { makeLocalChat } from '#offline/chats/local-chat.ts'
import { database } from '#offline/database/database.ts'
import { enqueueMessage } from '#offline/outbox/enqueue.ts'
import { ME } from '#support/device/device.ts'
import { actionsOf, toastLeaves } from '#ui/feedback/toast.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })
Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange })

it('a deleted message is held for Undo, which takes it back, and is sent at the end or before the next question', async () => {
  onTestFinished(() => database().delete())
  const db = database()
  const [chatId, messageId] = [uuid(), uuid()]
  const { local: _, ...row } = makeLocalChat(ME, chatId, 'Chat', 1)
  await db.chats.put({ ...row, server: row })
  const held = async () => {
    const entries = (await db.outbox.toArray()).filter(({ kind }) => kind === 'message.delete')
    return entries.map(({ nextAttemptAt }) => nextAttemptAt > Date.now())
  }
  await deleteMessage(ME, chatId, messageId)
  expect(await held()).toEqual([true])
  actionsOf('undo-1')[0]?.onSelect()
  await vi.waitFor(async () => expect(await held()).toEqual([]))

  await deleteMessage(ME, chatId, messageId)
  toastLeaves('undo-2')
  await vi.waitFor(async () => expect(await held()).toEqual([false]))
  await db.outbox.clear()

  await deleteMessage(ME, chatId, messageId)
  expect(await held()).toEqual([true])
  await enqueueMessage(db, { userId: ME, chatId, content: 'Next' })
  expect(await held()).toEqual([false])
})
