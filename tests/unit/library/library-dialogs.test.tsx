import 'fake-indexeddb/auto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { DialogRequest } from '#features/library/dialogs/dialog-context.ts'
import { LibraryDialogs } from '#features/library/dialogs/library-dialogs.tsx'
import { interact, render, typeInto } from '#support/browser/render.tsx'

// On a busy machine the first load of a popup's chunk takes longer than a test should wait.
beforeAll(() => import('#ui/dialog/dialog-popup.tsx'), 60_000)

const chat = { id: '01a1fdd1-8811-7634-903a-d4775280000b', title: 'Herons' }

async function show(request: DialogRequest) {
  const onClose = vi.fn()
  await render(<LibraryDialogs userId={1} request={request} open onClose={onClose} />)
  const dialog = await vi.waitFor(() => {
    const found = document.querySelector('[role="dialog"]')
    if (!found) throw new Error('There is no dialog')
    return found
  })
  return { dialog, onClose }
}

const pressBeside = () =>
  interact(() => {
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) {
      document.body.dispatchEvent(new MouseEvent(type, { bubbles: true, button: 0, detail: 1 }))
    }
  })

const forms: [DialogRequest, string | null][] = [
  [{ what: 'rename', chat }, null],
  [{ what: 'move', chatIds: [chat.id] }, 'New folder'],
  [{ what: 'tag', chatIds: [chat.id] }, 'New tag'],
  [{ what: 'folders' }, 'New folder'],
  [{ what: 'tags' }, 'New tag'],
]

describe('a dialog of the list of chats', () => {
  it.each(forms)('keeps what is typed when the user presses beside it: %o', async (request, opener) => {
    const { dialog, onClose } = await show(request)
    await interact(() =>
      [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === opener)?.click(),
    )
    const field = dialog.querySelector<HTMLInputElement>('input:not([type="radio"])')
    if (!field) throw new Error(`There is no field: ${dialog.textContent}`)
    await typeInto(field, 'Garden')
    await pressBeside()
    expect(onClose).not.toHaveBeenCalled()
    expect(field.isConnected).toBe(true)
    expect(field.value).toBe('Garden')
  })

  it.each(['', '  '])('stays open with an error when a chat is to be renamed to %j', async (title) => {
    const { dialog, onClose } = await show({ what: 'rename', chat })
    const field = dialog.querySelector('input')
    if (!field) throw new Error(`There is no field: ${dialog.textContent}`)
    await typeInto(field, title)
    await interact(() => dialog.querySelector<HTMLButtonElement>('button[type="submit"]')?.click())
    await vi.waitFor(() => expect(dialog.textContent).toContain('Title is required'))
    expect(onClose).not.toHaveBeenCalled()
  })

  it('is closed by a press beside it while nothing is typed in it', async () => {
    const { onClose } = await show({ what: 'folders' })
    await pressBeside()
    expect(onClose).toHaveBeenCalledOnce()
  })
})
