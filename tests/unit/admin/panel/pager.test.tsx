import { expect, test, vi } from 'vitest'
import { Pager } from '#features/admin/pager.tsx'
import { interact, render } from '#support/browser/render.tsx'

test.each([
  ['first', 1, 'Previous'],
  ['last', 3, 'Next'],
])(
  'the pages of a list keep the focus on the button that led to the %s one, and it does nothing there',
  async (_, page, name) => {
    const onPage = vi.fn()
    const shown = await render(<Pager page={page} pages={3} onPage={onPage} />)
    const button = [...shown.querySelectorAll('button')].find(({ textContent }) => textContent === name)
    expect(button?.disabled).toBe(false)
    expect(button?.getAttribute('aria-disabled')).toBe('true')
    await interact(() => button?.click())
    expect(onPage).not.toHaveBeenCalled()
  },
)
