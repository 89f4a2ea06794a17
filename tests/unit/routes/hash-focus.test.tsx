import { RouterProvider } from '@tanstack/react-router'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { adopt, resetSession } from '#session/state/session-atom.ts'
import { openRouter } from '#support/browser/app-page.tsx'
import { interact, render } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'

const focused = () => {
  const { tagName, textContent, id } = document.activeElement ?? document.body
  return tagName === 'MAIN' ? id : `${tagName} ${textContent}`
}

async function follow(href: string) {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  // The test browser does not scroll.
  const scroll = vi.fn()
  Element.prototype.scrollIntoView = scroll
  onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'scrollIntoView'))
  const router = await openRouter('/information')
  const page = await render(<RouterProvider router={router} />)
  await vi.waitFor(() => expect(page.querySelector('h1')).not.toBeNull())
  await interact(() => router.navigate({ href }))
  return { router, page, scroll }
}

describe('the focus', () => {
  beforeEach(() => {
    adopt({ generation: 1, session: { ...makeAuthenticated(7), generation: 1 } }, { mirror: false })
    return resetSession
  })

  it.each([
    ['another page', '/account#usage', 'H2 Usage'],
    ['another page', '/account#plan', 'H2 Plan'],
    ['the same page', '/information#privacy', 'H2 Privacy'],
  ])('moves to the heading of the part of %s that a link names (%s)', async (_, href, heading) => {
    const { scroll } = await follow(href)
    await vi.waitFor(() => expect(focused()).toBe(heading))
    expect(scroll.mock.contexts).toContain(document.activeElement)
  })

  it('moves to a page that lacks the part that a link names', async () => {
    await follow('/account#elsewhere')
    await vi.waitFor(() => expect(focused()).toBe('main'))
  })

  it('moves to the heading again when the link to the same part of the same page is pressed again', async () => {
    const { page } = await follow('/information')
    const link = page.querySelector<HTMLElement>('a[href$="#privacy"]')
    const press = () =>
      interact(() => {
        link?.focus()
        link?.click()
      })
    await press()
    await vi.waitFor(() => expect(focused()).toBe('H2 Privacy'))
    await press()
    await vi.waitFor(() => expect(focused()).toBe('H2 Privacy'))
  })

  it('stays in a field when only the search parameters change or the page is loaded again', async () => {
    const { router } = await follow('/information#privacy')
    await vi.waitFor(() => expect(focused()).toBe('H2 Privacy'))
    const field = document.body.appendChild(document.createElement('input'))
    onTestFinished(() => field.remove())
    field.focus()
    const rendered = vi.fn()
    router.subscribe('onRendered', rendered)
    await interact(() => router.navigate({ href: '/information?more=1#privacy' }))
    await vi.waitFor(() => expect(rendered).toHaveBeenCalledTimes(1))
    await interact(() => router.invalidate())
    await vi.waitFor(() => expect(rendered).toHaveBeenCalledTimes(2))
    expect(document.activeElement).toBe(field)
  })
})
