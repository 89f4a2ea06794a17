import { expect, test, vi } from 'vitest'
import { hexOf } from '#features/library/labels/label-colors.ts'
import { LabelForm } from '#features/library/labels/label-form.tsx'
import { doing, render, typeInto } from '#support/browser/render.tsx'

async function show(more: Partial<Parameters<typeof LabelForm>[0]> = {}) {
  const onSave = vi.fn(async () => {})
  const onDelete = vi.fn(async () => {})
  const onClose = vi.fn()
  const page = await render(
    <LabelForm kind="folder" taken={['Work', 'Home']} onSave={onSave} onClose={onClose} {...more} />,
  )
  const name = page.querySelector<HTMLInputElement>('input:not([type="radio"])')
  if (!name) throw new Error('There is no field for a name')
  const press = (words: string) =>
    doing(() => [...page.querySelectorAll('button')].find(({ textContent }) => textContent?.includes(words))?.click())
  const color = (words: string) =>
    doing(() => page.querySelector<HTMLInputElement>(`input[aria-label="${words}"]`)?.click())
  return { page, name, press, color, onSave, onDelete, onClose }
}

test('a new folder has the name without its edges, and the colour that was ticked', async () => {
  const { name, press, color, onSave, onClose } = await show()
  await typeInto(name, '  Garden ')
  await color('Violet')
  await press('Create')
  expect(onSave).toHaveBeenCalledExactlyOnceWith({ name: 'Garden', color: hexOf.violet })
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
})

test('no name, or one that another has, is refused in words with the field in focus', async () => {
  const { page, name, press, onSave } = await show()
  await press('Create')
  expect(page.textContent).toContain('Name is required')
  await typeInto(name, 'wORK ')
  await press('Create')
  expect(page.textContent).toContain('There is one with this name already')
  expect(name.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(name)
  expect(onSave).not.toHaveBeenCalled()
})

test('a colour that another client chose freely stays until another is ticked', async () => {
  const label = { name: 'Garden', color: '#00ff00' }
  const { name, press, onSave } = await show({ label })
  await typeInto(name, 'Orchard')
  await press('Save')
  expect(onSave).toHaveBeenLastCalledWith({ name: 'Orchard', color: '#00ff00' })
  const again = await show({ label })
  await again.color('Red')
  await again.press('Save')
  expect(again.onSave).toHaveBeenLastCalledWith({ name: 'Garden', color: hexOf.red })
})

test('deleting takes a second step that says what stays', async () => {
  const onDelete = vi.fn(async () => {})
  const { page, press } = await show({ label: { name: 'Garden', color: null }, onDelete })
  await press('Delete')
  expect(page.querySelector('[role="alertdialog"]')?.textContent).toContain('Its chats stay.')
  expect(document.activeElement?.textContent).toContain('Cancel')
  expect(onDelete).not.toHaveBeenCalled()
  await press('Delete folder')
  expect(onDelete).toHaveBeenCalledOnce()
})
