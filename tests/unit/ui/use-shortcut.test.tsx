import { expect, test, vi } from 'vitest'
import { interact, render } from '#support/browser/render.tsx'
import { useShortcut } from '#ui/use-shortcut.ts'

test('an Escape that only ends an IME composition is no shortcut, also where Safari tells it by its keyCode', async () => {
  const act = vi.fn()
  function Field() {
    useShortcut(({ key }) => key === 'Escape', act)
    return <textarea />
  }
  const page = await render(<Field />)
  const press = (more: KeyboardEventInit) => {
    const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true, ...more })
    return interact(() => page.querySelector('textarea')?.dispatchEvent(event))
  }
  await press({ isComposing: true })
  await press({ keyCode: 229 })
  expect(act).not.toHaveBeenCalled()
  await press({})
  expect(act).toHaveBeenCalledOnce()
})
