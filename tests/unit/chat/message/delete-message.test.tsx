import 'fake-indexeddb/auto'
import { v7 as uuid } from 'uuid'
import { expect, onTestFinished, test, vi } from 'vitest'
import { deleteMessage } from '#features/chat/message/actions/delete-message.ts'
import { UNDO_MS } from '#offline/chats/chat-trash.ts'
import { makeLocalChat } from '#offline/chats/local-chat.ts'
import { database } from '#offline/database/database.ts'
import { enqueueMessage } from '#offline/outbox/enqueue.ts'
import { interact, render } from '#support/browser/render.tsx'
import { ME } from '#support/device/device.ts'
import { Toaster } from '#ui/feedback/toaster.tsx'

/** A chat with one message, the toasts of the page, and whether its deletion is held for Undo. */
async function openMessage() {
  const db = database()
  await Promise.all(db.tables.map((table) => table.clear()))
  const [chatId, messageId] = [uuid(), uuid()]
  const { local: _, ...row } = makeLocalChat(ME, chatId, 'Chat', 1)
  await db.chats.put({ ...row, server: row })
  const page = await render(<Toaster />)
  const shown = () => [...page.querySelectorAll<HTMLElement>('[data-type]:not([data-leaving])')]
  return {
    db,
    chatId,
    remove: (what: 'question' | 'answer' = 'question') =>
      interact(() => deleteMessage(ME, chatId, { messageId, what })),
    /** Stops the time of the toasts. */
    hover: () => {
      const over = new MouseEvent('pointerover', { bubbles: true })
      return interact(() => page.querySelector('section')?.dispatchEvent(over))
    },
    texts: () => shown().map(({ textContent }) => textContent),
    press: (name: string) => {
      const buttons = shown().flatMap((toast) => [...toast.querySelectorAll('button')])
      return interact(() => buttons.find((each) => [each.ariaLabel, each.textContent].includes(name))?.click())
    },
    held: async () => {
      const entries = (await db.outbox.toArray()).filter(({ kind }) => kind === 'message.delete')
      return entries.map(({ nextAttemptAt }) => nextAttemptAt > Date.now())
    },
  }
}

test('a message is deleted without a question and held for Undo, which takes it back; else it is sent at the end', async () => {
  const message = await openMessage()
  await message.remove()
  expect(await message.held()).toEqual([true])
  expect(message.texts()).toEqual([expect.stringContaining('Question deleted, with its answers')])
  await message.press('Undo')
  await vi.waitFor(async () => expect(await message.held()).toEqual([]))
  await message.remove('answer')
  expect(message.texts()).toEqual([expect.stringContaining('Answer deleted')])
  await message.press('Dismiss')
  await vi.waitFor(async () => expect(await message.held()).toEqual([false]))
})

test('Undo is not offered any more once the next question has sent the deletion', async () => {
  const message = await openMessage()
  await message.remove()
  await message.hover()
  expect(await message.held()).toEqual([true])
  await enqueueMessage(message.db, { userId: ME, chatId: message.chatId, content: 'Next' })
  expect(await message.held()).toEqual([false])
  await vi.waitFor(() => expect(message.texts()).toEqual([]))
  expect(await message.held()).toEqual([false])
})

test('the deletion is not sent while the toast with Undo stays open', async () => {
  const renewals: (() => void)[] = []
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((renew: () => void) => {
    renewals.push(renew)
    return setTimeout(() => {}, 0)
  }) as never)
  onTestFinished(() => void vi.restoreAllMocks())
  const message = await openMessage()
  await message.remove()
  await message.db.outbox.toCollection().modify({ nextAttemptAt: 1 })
  for (const renew of renewals) renew()
  await vi.waitFor(async () => expect(await message.held()).toEqual([true]))
  const [entry] = await message.db.outbox.toArray()
  expect(entry?.nextAttemptAt).toBeLessThanOrEqual(Date.now() + UNDO_MS)
  await message.press('Dismiss')
})
