import { useState } from 'react'
import * as v from 'valibot'
import { beforeAll, expect, test, vi } from 'vitest'
import { interact, render } from '#support/browser/render.tsx'
import { useAppForm } from '#ui/form/app-form.ts'
import { CancelButton } from '#ui/form/cancel-button.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'

// On a busy machine the first load of a popup's chunk takes longer than a test should wait.
beforeAll(() => import('#ui/dialog/dialog-popup.tsx'), 60_000)

function Renaming({ onSubmit, onClose }: { onSubmit: () => Promise<void>; onClose: () => void }) {
  const form = useAppForm(v.object({}), {})
  return (
    <Form of={form} onSubmit={() => onSubmit().then(onClose)}>
      <CancelButton onCancel={onClose} />
      <SubmitButton>Save</SubmitButton>
    </Form>
  )
}

function Page({ onSubmit }: { onSubmit: () => Promise<void> }) {
  const [open, setOpen] = useState(true)
  return (
    <FormDialog open={open} onOpenChange={setOpen} title="Rename">
      <Renaming onSubmit={onSubmit} onClose={() => setOpen(false)} />
    </FormDialog>
  )
}

const dialog = () => document.querySelector('[role="dialog"]')
const press = (label: string) =>
  interact(() =>
    [...document.querySelectorAll('button')]
      .find((button) => button.textContent === label || button.ariaLabel === label)
      ?.click(),
  )
const pressEscape = () =>
  interact(() => void dialog()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))

test('a dialog cannot be closed while its form is submitted', async () => {
  const sent = Promise.withResolvers<void>()
  const onSubmit = vi.fn(() => sent.promise)
  await render(<Page onSubmit={onSubmit} />)
  await vi.waitFor(() => expect(dialog()).not.toBeNull())
  await press('Save')
  await vi.waitFor(() => expect(onSubmit).toHaveBeenCalledOnce())
  await press('Cancel')
  await press('Close')
  await pressEscape()
  expect(dialog()?.hasAttribute('data-open')).toBe(true)
  await interact(() => sent.resolve())
  await vi.waitFor(() => expect(dialog()).toBeNull())
})

/** Swipes the sheet down by its grip. */
async function swipeDown() {
  const touch = (type: string, clientY: number) =>
    Object.assign(new MouseEvent(type, { bubbles: true, clientY }), {
      pointerType: 'touch',
      isPrimary: true,
      pointerId: 1,
    })
  const grip = dialog()?.firstElementChild
  await interact(() => grip?.dispatchEvent(touch('pointerdown', 100)))
  await interact(() => document.dispatchEvent(touch('pointermove', 400)))
  await interact(() => document.dispatchEvent(touch('pointerup', 400)))
}

test('a sheet that is swiped down while its form is submitted returns', async () => {
  const sent = Promise.withResolvers<void>()
  await render(<Page onSubmit={() => sent.promise} />)
  await vi.waitFor(() => expect(dialog()).not.toBeNull())
  await press('Save')
  await swipeDown()
  expect(dialog()).toMatchObject({ style: { transform: '' } })
  expect(dialog()?.hasAttribute('data-open')).toBe(true)
  await interact(() => sent.resolve())
  await vi.waitFor(() => expect(dialog()).toBeNull())
})

test('a sheet that is swiped down before its form is submitted leaves', async () => {
  await render(<Page onSubmit={async () => undefined} />)
  await vi.waitFor(() => expect(dialog()).not.toBeNull())
  const sheet = dialog()
  await swipeDown()
  expect(sheet).toMatchObject({ style: { transform: 'translateY(100%)' } })
  await vi.waitFor(() => expect(dialog()).toBeNull())
})

test.each([
  ['Cancel', () => press('Cancel')],
  ['its x', () => press('Close')],
  ['Escape', pressEscape],
])('a dialog can be closed before and after submission by %s', async (_, close) => {
  const onSubmit = vi.fn(async () => {
    throw new Error('refused')
  })
  await render(<Page onSubmit={onSubmit} />)
  await vi.waitFor(() => expect(dialog()).not.toBeNull())
  await press('Save')
  await vi.waitFor(() => expect(dialog()?.querySelector('[aria-disabled="true"]')).toBeNull())
  expect(onSubmit).toHaveBeenCalledOnce()
  await close()
  await vi.waitFor(() => expect(dialog()).toBeNull())
})
