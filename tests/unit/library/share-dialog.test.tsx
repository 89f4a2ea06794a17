import 'fake-indexeddb/auto'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '#api/errors.ts'
import type { SharedChat } from '#contract/objects/shared-chat.ts'
import { ShareDialog } from '#features/library/dialogs/share-dialog.tsx'
import { UNDO_MS } from '#offline/chats/chat-trash.ts'
import { makeLocalChat } from '#offline/chats/local-chat.ts'
import { database } from '#offline/database/database.ts'
import { onFlushRequest } from '#offline/flush/request-flush.ts'
import { api } from '#session/api.ts'
import { interact, render } from '#support/browser/render.tsx'
import { outboxEntry } from '#support/device/outbox-entry.ts'

// On a busy machine the first load of a popup's chunk takes longer than a test should wait.
beforeAll(() => import('#ui/dialog/dialog-popup.tsx'), 60_000)

const USER = 7
const chat = { id: '01a1fdd1-8811-7634-903a-d4775280000b', title: 'Herons' }
const created_at = '2026-01-01T10:00:00.000Z'

const notFound = () => new ApiError({ status: 404, code: 'not_found', message: 'Chat not found', recognised: true })

/**
 * The dialog of a chat that is not shared, on a server that shares and records what it is told; `refuses`: the method
 * that it answers with 404.
 */
async function openDialog({ refuses }: { refuses?: 'GET' | 'DELETE' | null } = {}) {
  const bodies: unknown[] = []
  let refused = refuses
  let share: SharedChat | null = null
  const respond = async ({ method }: { method: string }, { body }: { body?: object }) => {
    if (method === refused) throw notFound()
    if (method === 'GET') return { share }
    if (method === 'DELETE') return undefined
    bodies.push(body)
    const choices = { with_author: false, with_scores: true, ...body }
    const url = 'https://chat.example/share/x'
    share = { chat: chat.id, title: chat.title, url, expires_at: null, created_at, messages: 2, ...choices }
    return share
  }
  vi.spyOn(api, 'call').mockImplementation(respond as never)
  onTestFinished(async () => {
    vi.restoreAllMocks()
    await Promise.all([database().outbox.clear(), database().chats.clear()])
  })
  await render(<ShareDialog userId={USER} chat={chat} open onClose={() => undefined} />)
  const text = () => document.querySelector('[role="dialog"]')?.textContent
  const button = (name: string) =>
    vi.waitFor(() => {
      const all = [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')]
      const found = all.find(({ textContent }) => textContent === name)
      if (!found) throw new Error(`There is no button ${name}`)
      return found
    })
  const press = async (name: string) => {
    const found = await button(name)
    await vi.waitFor(() => expect(found.ariaDisabled).not.toBe('true'))
    await interact(() => {
      found.focus()
      found.click()
    })
  }
  const refuse = (method: typeof refuses) => {
    refused = method
  }
  return { bodies, text, button, press, refuse }
}

/** A deletion that is held for Undo. */
const holdDeletion = () =>
  database().outbox.add(
    outboxEntry('message.delete', {
      ...{ userId: USER, queueKey: chat.id, nextAttemptAt: Date.now() + UNDO_MS },
      body: { message: '01a1fdd1-8811-7634-903a-d4775280000c' },
    }),
  )

test('The dialog of a shared chat keeps the focus on its main button after each change', async () => {
  const { bodies, button, press } = await openDialog()
  const expectFocusOn = async (name: string) => {
    const main = await button(name)
    await vi.waitFor(() => expect(document.activeElement).toBe(main))
  }
  await press('Create link')
  await expectFocusOn('Update the page')
  await interact(() => document.querySelectorAll<HTMLElement>('[role="switch"]')[1]?.click())
  await press('Update the page')
  await vi.waitFor(() => expect(bodies).toHaveLength(2))
  await expectFocusOn('Update the page')
  await press('Stop sharing')
  await expectFocusOn('Create link')
  await press('Create link')
  await expectFocusOn('Update the page')
  const created = { expires_in_days: 30, with_author: false, with_scores: true }
  expect(bodies).toEqual([created, { ...created, expires_in_days: null, with_author: true }, created])
})

test('A chat is shared after a deletion in it, which is held for Undo until then, has been sent', async () => {
  await holdDeletion()
  const { bodies, button, press } = await openDialog()
  const sharedBefore: number[] = []
  const flushing = onFlushRequest(async () => {
    await database()
      .outbox.filter(({ nextAttemptAt }) => nextAttemptAt <= Date.now())
      .delete()
    sharedBefore.push(bodies.length)
  })
  onTestFinished(flushing)
  await press('Create link')
  await button('Update the page')
  expect([sharedBefore, bodies.length]).toEqual([[0], 1])
  expect(await database().outbox.count()).toBe(0)
})

test('A chat is not shared while a deletion in it cannot be sent, and the dialog says so', async () => {
  await holdDeletion()
  const { bodies, text, press } = await openDialog()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await press('Create link')
  await vi.waitFor(() => expect(text()).toContain('Not everything could be sent'))
  expect(bodies).toEqual([])
})

test('A chat that was never sent is told apart from one that another device has deleted', async () => {
  await database().chats.put(makeLocalChat(USER, chat.id, chat.title, 1))
  const unsent = await openDialog({ refuses: 'GET' })
  await vi.waitFor(() => expect(unsent.text()).toContain('This chat is not sent yet.'))
  await database().chats.update([USER, chat.id], { local: false })
  await vi.waitFor(() => expect(unsent.text()).toContain('Chat not found'))
  expect(unsent.text()).not.toContain('not sent')
})

test('A chat that is sent while its dialog is open can be shared then', async () => {
  await database().chats.put(makeLocalChat(USER, chat.id, chat.title, 1))
  const { text, button, refuse } = await openDialog({ refuses: 'GET' })
  await vi.waitFor(() => expect(text()).toContain('This chat is not sent yet.'))
  refuse(null)
  await database().chats.update([USER, chat.id], { local: false })
  await button('Create link')
})

test('What could not be sent is not said any more once sharing was ended', async () => {
  const { text, press, button } = await openDialog()
  await press('Create link')
  await button('Update the page')
  await holdDeletion()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await press('Update the page')
  await vi.waitFor(() => expect(text()).toContain('Not everything could be sent'))
  await press('Stop sharing')
  await button('Create link')
  expect(text()).not.toContain('Not everything could be sent')
})

test('Sharing a chat that another device has deleted for good ends without an error', async () => {
  const { text, button, press } = await openDialog({ refuses: 'DELETE' })
  await press('Create link')
  await press('Stop sharing')
  await button('Create link')
  expect(text()).not.toContain('not found')
})
