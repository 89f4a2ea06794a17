import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ChatActionsProvider } from '#features/chat/message/actions/chat-actions.ts'
import { createEditing, type Editing } from '#features/chat/message/editing/editing.ts'
import { Question } from '#features/chat/message/question.tsx'
import { database } from '#offline/database/database.ts'
import { readStoredDrafts } from '#offline/drafts/draft-stash.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { editorField, offerEditing, questionRow } from '#support/browser/question-editor.tsx'
import { interact, render, typeInto } from '#support/browser/render.tsx'

const userId = 7
let chatId: string

beforeEach(() => {
  chatId = newId()
})

describe('the editor of a question', () => {
  const openEditor = async (editing: Editing) => {
    const page = await render(
      <ChatActionsProvider value={offerEditing(editing, async () => true)}>
        <Question row={questionRow('a')} last />
      </ChatActionsProvider>,
    )
    await interact(() => editing.begin('a', 'As it was'))
    await vi.waitFor(() => editorField(page))
    return page
  }
  const pressEscape = (page: HTMLElement) =>
    interact(() => editorField(page).dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
  const stashed = async () => (await readStoredDrafts(database(), userId, chatId)).stashed
  const kept = () => database().drafts.get([userId, `${chatId}/edit`])

  it('moves a changed text to the stash of the chat when Escape closes it', async () => {
    const editing = createEditing(userId, chatId)
    const page = await openEditor(editing)
    await typeInto(editorField(page), 'In other words')
    await pressEscape(page)
    expect(page.querySelector('textarea')).toBeNull()
    await editing.flush()
    await vi.waitFor(async () => expect(await stashed()).toBe('In other words'))
    expect(await kept()).toBeUndefined()
  })

  it('stashes no text that was typed back to what the question says', async () => {
    const editing = createEditing(userId, chatId)
    const page = await openEditor(editing)
    await typeInto(editorField(page), 'As it was, and more')
    await typeInto(editorField(page), 'As it was ')
    await pressEscape(page)
    await editing.flush()
    expect(await stashed()).toBe('')
  })

  it('deletes the text when “Cancel” closes it', async () => {
    const editing = createEditing(userId, chatId)
    const page = await openEditor(editing)
    await typeInto(editorField(page), 'In other words')
    await interact(() => [...page.querySelectorAll('button')].find((each) => each.textContent === 'Cancel')?.click())
    await editing.flush()
    expect([await stashed(), await kept()]).toEqual(['', undefined])
  })
})
