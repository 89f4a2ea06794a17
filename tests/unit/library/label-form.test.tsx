import { expect, test, vi } from 'vitest'
import { hexOf } from '#features/library/labels/label-colors.ts'
import { LabelForm } from '#features/library/labels/label-form.tsx'
import { interact, render, typeInto } from '#support/browser/render.tsx'

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
    interact(() =>
      [...page.querySelectorAll('button')].find(({ textContent }) => textContent?.includes(words))?.click(),
    )
  const color = (words: string) =>
    interact(() => page.querySelector<HTMLInputElement>(`input[aria-label="${words}"]`)?.click())
  return { page, name, press, color, onSave, onDelete, onClose }
}

test('a new folder gets the trimmed name and the chosen colour', async () => {
  const { name, press, color, onSave, onClose } = await show()
  await typeInto(name, '  Garden ')
  await color('Violet')
  await press('Create')
  expect(onSave).toHaveBeenCalledExactlyOnceWith({ name: 'Garden', color: hexOf.violet })
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
})

test('an empty or duplicate name is rejected with an error and focus on the field', async () => {
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

test('a custom colour of another client stays until another colour is chosen', async () => {
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

test('deleting a label asks for a confirmation that says what stays', async () => {
  const onDelete = vi.fn(async () => {})
  const { page, press } = await show({ label: { name: 'Garden', color: null }, onDelete })
  await press('Delete')
  expect(page.querySelector('[role="alertdialog"]')?.textContent).toContain('Its chats stay.')
  expect(document.activeElement?.textContent).toContain('Cancel')
  expect(onDelete).not.toHaveBeenCalled()
  await press('Delete folder')
  expect(onDelete).toHaveBeenCalledOnce()
})
