import 'fake-indexeddb/auto'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { getDefaultStore } from 'jotai'
import { useState } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { MESSAGE_MAX } from '#contract/limits.ts'
import { type ChatActions, ChatActionsProvider } from '#features/chat/message/actions/chat-actions.ts'
import { createEditing } from '#features/chat/message/editing/editing.ts'
import { Question } from '#features/chat/message/question.tsx'
import { MessageList } from '#features/chat/thread/message-list.tsx'
import { database } from '#offline/database/database.ts'
import type { MessageRow } from '#offline/database/rows.ts'
import { readStoredDrafts } from '#offline/drafts/draft-stash.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { editorField, offerEditing, questionRow } from '#support/browser/question-editor.tsx'
import { interact, render, typeInto } from '#support/browser/render.tsx'

const userId = 7
const nothing = () => undefined
let chatId: string

beforeEach(() => {
  chatId = newId()
})

test('an edited question survives that its row, the page or the subscription goes away', async () => {
  const editing = createEditing(userId, chatId)
  const show = (shown: boolean, sendEditedQuestion: ChatActions['sendEditedQuestion'], of = editing) => (
    <ChatActionsProvider value={offerEditing(of, sendEditedQuestion)}>
      {shown ? <Question row={questionRow('a')} last /> : null}
    </ChatActionsProvider>
  )
  const first = await render(show(true, async () => true))
  await interact(() => first.querySelector<HTMLElement>('[data-opens-edit]')?.click())
  await vi.waitFor(async () => typeInto(editorField(first), 'In other words'))
  const again = await render(show(true, null))
  expect(editorField(again).value).toBe('In other words')
  expect(again.querySelector('[type="submit"]')?.getAttribute('aria-disabled')).toBe('true')

  await editing.flush()
  const later = createEditing(userId, chatId)
  const reopened = await render(show(true, async () => true, later))
  expect(reopened.querySelector('textarea')).toBeNull()
  await interact(() => void later.recover())
  await vi.waitFor(() => expect(editorField(reopened).value).toBe('In other words'))
  await interact(() => reopened.querySelector('form')?.requestSubmit())
  await vi.waitFor(async () => expect(await database().drafts.count()).toBe(0))
  expect(getDefaultStore().get(later.messageAtom)).toBeNull()
})

test('an edit of a question that was deleted is stashed in the chat', async () => {
  const old = createEditing(userId, chatId)
  old.begin('gone', 'As it was')
  old.recordInput('In other words')
  await old.flush()
  const gone: Partial<MessageRow> = {
    userId,
    id: 'gone',
    chat: chatId,
    seq: 1,
    status: 'deleted',
    superseded_by: null,
  }
  await database().messages.put(gone as MessageRow)
  const later = createEditing(userId, chatId)
  await later.recover()
  expect(getDefaultStore().get(later.messageAtom)).toBeNull()
  expect(await readStoredDrafts(database(), userId, chatId)).toEqual({ text: '', stashed: 'In other words' })
  expect(await database().drafts.get([userId, `${chatId}/edit`])).toBeUndefined()
})

test('a question that was opened for editing and not changed is not stashed when another one is edited', async () => {
  const editing = createEditing(userId, chatId)
  const stashed = async () => (await readStoredDrafts(database(), userId, chatId)).stashed
  editing.begin('a', 'As it was')
  editing.begin('b', 'Another one')
  editing.recordInput('Another, changed')
  editing.begin('c', 'A third one')
  await vi.waitFor(async () => expect(await stashed()).toContain('Another, changed'))
  expect(await stashed()).toBe('Another, changed')
})

test('a page that closes still saves the last characters of an edit', async () => {
  const editing = createEditing(userId, chatId)
  await database().open()
  editing.begin('a', 'As it was')
  editing.recordInput('The last words')
  editing.leave()
  const kept = async () => (await database().drafts.get([userId, `${chatId}/edit`]))?.text
  await vi.waitFor(async () => expect(await kept()).toContain('The last words'))
})

test('an edit of another tab is stashed before another question is stored over it, and stays when that ends', async () => {
  const stored = async () => JSON.parse((await database().drafts.get([userId, `${chatId}/edit`]))?.text ?? 'null')
  const stashed = async () => (await readStoredDrafts(database(), userId, chatId)).stashed
  const [one, two] = [createEditing(userId, chatId), createEditing(userId, chatId)]
  one.begin('a', 'As it was')
  one.recordInput('Of one tab')
  await one.flush()
  two.begin('b', 'As it was')
  two.end()
  await two.flush()
  expect(await stored()).toEqual({ message: 'a', text: 'Of one tab' })
  two.begin('b', 'As it was')
  two.recordInput('Of the other')
  await two.flush()
  two.recordInput('Of the other tab')
  await two.flush()
  expect(await stored()).toEqual({ message: 'b', text: 'Of the other tab' })
  expect(await stashed()).toBe('Of one tab')
  one.end()
  await one.flush()
  expect(await stored()).toEqual({ message: 'b', text: 'Of the other tab' })
  two.end()
  await two.flush()
  expect(await stored()).toBeNull()
  expect(await stashed()).toBe('Of one tab')
})

test('a page that closes while an edit is being written saves it with its last request', async () => {
  const editing = createEditing(userId, chatId)
  await database().open()
  // As in a browser that drops what an unloading page was writing.
  const put = vi.spyOn(database().drafts, 'put').mockReturnValue(new Promise(nothing) as never)
  onTestFinished(() => put.mockRestore())
  editing.begin('a', 'As it was')
  editing.recordInput('The last words')
  void editing.flush()
  await vi.waitFor(() => expect(put).toHaveBeenCalled())
  editing.leave()
  put.mockRestore()
  const kept = async () => (await database().drafts.get([userId, `${chatId}/edit`]))?.text
  await vi.waitFor(async () => expect(await kept()).toContain('The last words'))
})

test('an edit that could not be written is written later, without another key', async () => {
  const put = vi.spyOn(database().drafts, 'put').mockRejectedValueOnce(new DOMException('', 'UnknownError'))
  onTestFinished(() => put.mockRestore())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const editing = createEditing(userId, chatId)
  editing.begin('a', 'As it was')
  editing.recordInput('In other words')
  await expect(editing.flush()).rejects.toMatchObject({ name: 'UnknownError' })
  await vi.advanceTimersByTimeAsync(5_000)
  const kept = async () => (await database().drafts.get([userId, `${chatId}/edit`]))?.text
  await vi.waitFor(async () => expect(await kept()).toContain('In other words'))
})

test('the question that is being edited stays in the DOM however far it is scrolled away', async () => {
  const editing = createEditing(userId, chatId)
  const rows = Array.from({ length: 60 }, (_, at) => questionRow(`q${at}`))
  const loadUntil = async () => null
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = nothing
      unobserve = nothing
      disconnect = nothing
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  const component = () => (
    <ChatActionsProvider value={offerEditing(editing, async () => true)}>
      <MessageList rows={rows} answering={false} hasOlder={false} onOlder={nothing} loadUntil={loadUntil} />
    </ChatActionsProvider>
  )
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() })
  await router.load()
  const page = await render(<RouterProvider router={router as never} />)
  const isThere = () => page.querySelector('[data-message="q5"]') !== null
  await vi.waitFor(() => expect(page.querySelector('[data-messages]')).not.toBeNull())
  expect(isThere()).toBe(false)
  await interact(() => editing.begin('q5', 'As it was'))
  await vi.waitFor(() => expect(isThere()).toBe(true))
})

test('an Escape that only ends an IME composition leaves the editor open', async () => {
  const editing = createEditing(userId, chatId)
  const page = await render(
    <ChatActionsProvider value={offerEditing(editing, async () => true)}>
      <Question row={questionRow('a')} last />
    </ChatActionsProvider>,
  )
  await interact(() => editing.begin('a', 'As it was'))
  await typeInto(editorField(page), 'In other words')
  const press = (more: KeyboardEventInit) =>
    interact(() =>
      editorField(page).dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, ...more })),
    )
  await press({ isComposing: true })
  await press({ keyCode: 229 })
  expect(editorField(page).value).toBe('In other words')
  await press({})
  expect(page.querySelector('textarea')).toBeNull()
})

test('an edited question that is too long says by how much, and can be sent once it is shorter', async () => {
  const editing = createEditing(userId, chatId)
  const page = await render(
    <ChatActionsProvider value={offerEditing(editing, async () => true)}>
      <Question row={questionRow('a')} last />
    </ChatActionsProvider>,
  )
  await interact(() => editing.begin('a', 'As it was'))
  await vi.waitFor(() => expect(page.querySelector('textarea')).not.toBeNull())
  const description = () =>
    document.getElementById(editorField(page).getAttribute('aria-describedby') ?? '')?.textContent
  const isBlocked = () => page.querySelector('[type="submit"]')?.getAttribute('aria-disabled') === 'true'
  await typeInto(editorField(page), 'a'.repeat(MESSAGE_MAX + 12))
  expect(description()).toBe('12 characters too long')
  expect(isBlocked()).toBe(true)
  await typeInto(editorField(page), 'a'.repeat(MESSAGE_MAX))
  expect(description()).toBeUndefined()
  expect(page.textContent).not.toContain('too long')
  expect(isBlocked()).toBe(false)
})

test('the focus goes from an edited question, whose branch is left when it is sent, to the messages', async () => {
  const editing = createEditing(userId, chatId)
  function Page() {
    const [isSent, setSent] = useState(false)
    const send = async () => {
      setSent(true)
      return true
    }
    return (
      <ChatActionsProvider value={offerEditing(editing, send)}>
        <div data-messages="" tabIndex={-1}>
          {isSent ? null : <Question row={questionRow('a')} last />}
        </div>
      </ChatActionsProvider>
    )
  }
  const page = await render(<Page />)
  await interact(() => editing.begin('a', 'As it was'))
  await vi.waitFor(() => expect(page.querySelector('textarea')).not.toBeNull())
  await typeInto(editorField(page), 'In other words')
  const button = page.querySelector<HTMLElement>('[type="submit"]')
  await interact(() => {
    button?.focus()
    button?.click()
  })
  await vi.waitFor(() => expect(page.querySelector('textarea')).toBeNull())
  await vi.waitFor(() => expect(document.activeElement).toBe(page.querySelector('[data-messages]')))
})
