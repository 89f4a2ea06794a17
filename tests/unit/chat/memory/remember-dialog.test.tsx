import { beforeAll, describe, expect, it, vi } from 'vitest'
import { RememberDialog } from '#features/chat/memory/remember-dialog.tsx'
import { interact, render, typeInto } from '#support/browser/render.tsx'

// On a busy machine the first load of a popup's chunk takes longer than a test should wait.
beforeAll(() => import('#ui/dialog/dialog-popup.tsx'), 60_000)

async function show(text: string) {
  const onOpenChange = vi.fn()
  await render(<RememberDialog open onOpenChange={onOpenChange} text={text} />)
  const field = await vi.waitFor(() => {
    const found = document.querySelector<HTMLTextAreaElement>('[role="dialog"] textarea')
    if (!found) throw new Error('There is no field for the fact')
    return found
  })
  return { field, onOpenChange }
}

const press = (target: Element) =>
  interact(() => {
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) {
      target.dispatchEvent(new MouseEvent(type, { bubbles: true, button: 0, detail: 1 }))
    }
  })

describe('the dialog for a fact to remember', () => {
  it('keeps an edited fact when the user presses beside it', async () => {
    const { field, onOpenChange } = await show('I have two daughters.')
    await typeInto(field, 'I have two daughters, Ada and Eve.')
    await press(document.body)
    expect(onOpenChange).not.toHaveBeenCalled()
    expect(field.value).toBe('I have two daughters, Ada and Eve.')
  })

  it.each([
    ['of words', 'word '.repeat(100), 'word '.repeat(60).trim()],
    ['of sentences', `Is it so? It is! I live in Lyon. ${'word '.repeat(100)}`, 'Is it so? It is! I live in Lyon.'],
    ['with a title', `I live in Lyon. Dr. Ruiz ${'word '.repeat(100)}`, 'I live in Lyon.'],
    ['without spaces', '朝'.repeat(301), '朝'.repeat(300)],
    ['without spaces after its first word', `Tokyo ${'朝'.repeat(300)}`, `Tokyo ${'朝'.repeat(294)}`],
    ['of pairs of surrogates', `.${'🦩'.repeat(200)}`, `.${'🦩'.repeat(149)}`],
  ])('proposes the beginning of a long text %s', async (_, text, beginning) => {
    const { field } = await show(text)
    expect(field.value).toBe(beginning)
  })
})
