import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { interact, render, typeInto } from '#support/browser/render.tsx'
import { addChips, splitDraft } from '#ui/form/chips/add-chips.ts'
import { ChipsField } from '#ui/form/chips/chips-field.tsx'
import { useAppForm } from '../../../src/ui/form/app-form.ts'
import { Form } from '../../../src/ui/form/form.tsx'

const schema = v.object({ features: v.pipe(v.array(v.string()), v.minLength(1, 'features_required')) })

function Features({ onSubmit }: { onSubmit: (values: v.InferOutput<typeof schema>) => void }) {
  const form = useAppForm(schema, { features: [] })
  return (
    <Form of={form} onSubmit={onSubmit}>
      <ChipsField name="features" label="Features" />
      <button type="submit">Create</button>
    </Form>
  )
}

async function show() {
  const onSubmit = vi.fn()
  const page = await render(<Features onSubmit={onSubmit} />)
  const input = page.querySelector('input')
  if (!input) throw new Error('There is no input')
  const chips = () => [...page.querySelectorAll('li')].map((chip) => chip.textContent)
  const press = (key: string, keyCode = 0) =>
    interact(() => {
      input.dispatchEvent(new KeyboardEvent('keydown', { key, keyCode, bubbles: true, cancelable: true }))
    })
  return { page, input, chips, press, onSubmit }
}

test('the parts between commas become trimmed chips, without empty and duplicate ones', () => {
  expect(addChips(['Chat'], ' Scores , ,Chat, Voice ')).toEqual(['Chat', 'Scores', 'Voice'])
  expect(addChips(['Chat'], '  ')).toEqual(['Chat'])
  expect(splitDraft('Chat, Sco')).toEqual({ finished: 'Chat', draft: 'Sco' })
})

test('a chip is added by a comma, by Enter and by leaving the field, and removed by its remove button', async () => {
  const { page, input, chips, press, onSubmit } = await show()
  await typeInto(input, 'Chat,')
  expect(chips()).toEqual(['Chat'])
  expect(input.value).toBe('')
  await typeInto(input, 'Scores')
  await press('Enter')
  expect(chips()).toEqual(['Chat', 'Scores'])
  await typeInto(input, 'Voice')
  await interact(() => input.blur())
  expect(chips()).toEqual(['Chat', 'Scores', 'Voice'])
  await typeInto(input, '   ')
  await press('Enter')
  expect(chips()).toHaveLength(3)
  expect(onSubmit).not.toHaveBeenCalled()
  await interact(() => page.querySelector<HTMLButtonElement>('button[aria-label="Remove Scores"]')?.click())
  expect(chips()).toEqual(['Chat', 'Voice'])
  expect(document.activeElement).toBe(input)
})

test('the Enter that ends an IME composition, which Safari tells by its keyCode, adds no chip', async () => {
  const { input, chips, press } = await show()
  await typeInto(input, '分数')
  await press('Enter', 229)
  expect(chips()).toEqual([])
  expect(input.value).toBe('分数')
})

test('text that is still being typed when the form is submitted is included', async () => {
  const { page, input, onSubmit } = await show()
  const button = page.querySelector<HTMLButtonElement>('button[type="submit"]')
  await typeInto(input, 'Chat')
  await interact(() => void button?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })))
  await interact(() => input.blur())
  // Nothing moves between the press and the click.
  expect(page.querySelectorAll('li')).toHaveLength(0)
  await interact(() => button?.click())
  await vi.waitFor(() => expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ features: ['Chat'] }))
})

test('an empty list of chips shows an error and focuses the field', async () => {
  const { page, input } = await show()
  await interact(() => page.querySelector<HTMLButtonElement>('button[type="submit"]')?.click())
  await vi.waitFor(() => expect(page.textContent).toContain('At least one feature is required'))
  expect(document.activeElement).toBe(input)
})
