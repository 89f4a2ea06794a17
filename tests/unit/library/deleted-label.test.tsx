import 'fake-indexeddb/auto'
import { describe, expect, it, vi } from 'vitest'
import { MoveDialog } from '#features/library/dialogs/move-dialog.tsx'
import { TagsDialog } from '#features/library/dialogs/tags-dialog.tsx'
import { createLabel } from '#features/library/labels/change-label.ts'
import { makeLocalChat } from '#offline/chats/local-chat.ts'
import { database } from '#offline/database/database.ts'
import { readEntries } from '#offline/database/queries.ts'
import { interact, render, waitToRender } from '#support/browser/render.tsx'

/** Opens the dialog for a chat, chooses both labels one after the other, and deletes the second one in the dialog. */
async function deleteSelected(kind: 'folder' | 'tag', userId: number) {
  const ids = [await createLabel(userId, kind, { name: 'Birds', color: null })]
  ids.push(await createLabel(userId, kind, { name: 'Taxes', color: null }))
  const chat = makeLocalChat(userId, crypto.randomUUID(), 'Herons', Date.now())
  await database().chats.put(chat)
  const onClose = vi.fn()
  const Dialog = kind === 'folder' ? MoveDialog : TagsDialog
  await render(<Dialog userId={userId} chatIds={[chat.id]} open onClose={onClose} />)
  const press = (name: string) =>
    interact(() => {
      const named = [...document.querySelectorAll<HTMLElement>('button, label')].find(
        (each) => each.textContent === name || each.ariaLabel === name,
      )
      if (!named) throw new Error(`There is no ${name}`)
      named.click()
    })
  await waitToRender(() => expect(document.body.textContent).toContain('Taxes'))
  await press('Birds')
  await press('Taxes')
  await press('Edit “Taxes”')
  await press('Delete')
  await press(kind === 'folder' ? 'Delete folder' : 'Delete tag')
  await waitToRender(() => expect(document.body.textContent).not.toContain('Taxes'))
  const changes = async () =>
    (await readEntries(database(), userId)).flatMap((entry) => (entry.kind === 'chat.update' ? entry.body : []))
  return { ids, press, changes, onClose }
}

describe('a folder or tag that is chosen for a chat and then deleted in the same dialog', () => {
  it('is not given to the chat, while the other chosen tags are', async () => {
    const { ids, press, changes, onClose } = await deleteSelected('tag', 1)
    await press('Save')
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledWith(true))
    expect(await changes()).toEqual([{ tags_add: [ids[0]] }])
  })

  it('takes no chat to a folder that does not exist', async () => {
    const { press, changes, onClose } = await deleteSelected('folder', 2)
    await press('Move')
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledWith(true))
    expect(await changes()).toEqual([])
  })
})
