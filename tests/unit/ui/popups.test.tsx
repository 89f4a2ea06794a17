import { useState } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { interact, render } from '#support/browser/render.tsx'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import dialogStyles from '#ui/dialog/dialog.module.css'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { MenuItem } from '#ui/menu/menu-item.tsx'

// On a busy machine the first load of a popup's chunk takes longer than a test should wait.
beforeAll(() => Promise.all([import('#ui/menu/menu-popup.tsx'), import('#ui/dialog/dialog-popup.tsx')]), 60_000)

function Deleting({ onConfirm }: { onConfirm: () => Promise<void> }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete chat</Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Delete this chat?"
        text="It cannot be brought back."
        confirmLabel="Delete"
        pendingLabel="Deleting..."
        onConfirm={onConfirm}
        danger
      />
    </>
  )
}

const dialog = () => document.querySelector('[role="alertdialog"]')
const press = (label: string) =>
  interact(() =>
    [...document.querySelectorAll('button')].find((button) => button.textContent?.startsWith(label))?.click(),
  )

test('deleting asks for a confirmation, which closes when it is done', async () => {
  const onConfirm = vi.fn(async () => undefined)
  await render(<Deleting onConfirm={onConfirm} />)
  await press('Delete chat')
  await vi.waitFor(() => expect(dialog()?.textContent).toContain('Delete this chat?'))
  await press('DeleteDeleting')
  expect(onConfirm).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(dialog()).toBeNull())
})

test('a confirmation whose action fails stays open and says why', async () => {
  const onConfirm = async () => {
    throw Object.assign(new Error('You do not have permission to do this'), { code: 'permission_denied' })
  }
  await render(<Deleting onConfirm={onConfirm} />)
  await press('Delete chat')
  await vi.waitFor(() => expect(dialog()).not.toBeNull())
  await press('DeleteDeleting')
  await vi.waitFor(() => expect(dialog()?.textContent).toContain('You do not have permission to do this'))
  await press('Cancel')
  await vi.waitFor(() => expect(dialog()).toBeNull())
})

test('a dialog has space below its last element', async () => {
  const measureSpace = async (actions?: string) => {
    await render(
      <Dialog open onOpenChange={() => undefined} title={`With ${actions}`} actions={actions}>
        <p>Words</p>
      </Dialog>,
    )
    const find = () =>
      [...document.querySelectorAll('[role="dialog"]')].find((each) => each.textContent?.includes(`With ${actions}`))
    await vi.waitFor(() => expect(find()).toBeDefined())
    return find()?.querySelectorAll(`.${dialogStyles.last}`).length
  }
  expect(dialogStyles.last).toBeTruthy()
  expect([await measureSpace(), await measureSpace('Done')]).toEqual([1, 0])
})

test('a menu opens from its button, runs the chosen item and closes', async () => {
  const onSelect = vi.fn()
  const page = await render(
    <Menu trigger={<Button>More</Button>}>
      <MenuItem onSelect={onSelect}>Rename</MenuItem>
      <MenuItem disabled hint="coming soon">
        Export chat
      </MenuItem>
    </Menu>,
  )
  const button = page.querySelector('button')
  expect(button?.getAttribute('aria-expanded')).toBe('false')
  await press('More')
  await vi.waitFor(() => expect(document.querySelector('[role="menu"]')).not.toBeNull())
  expect(button?.getAttribute('aria-expanded')).toBe('true')
  const [rename, exporting] = document.querySelectorAll<HTMLElement>('[role="menuitem"]')
  expect(exporting?.getAttribute('aria-disabled')).toBe('true')
  await interact(() => rename?.click())
  expect(onSelect).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(document.querySelector('[role="menu"]')).toBeNull())
})
