import 'fake-indexeddb/auto'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Sidebar } from '#features/library/sidebar.tsx'
import { adopt, resetSession } from '#session/state/session-atom.ts'
import { interact, render } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'

const Page = () => (
  <>
    <textarea />
    <Sidebar current={undefined} inDrawer={false} />
  </>
)

test('the selection ends with an Escape, but not with one that only ends an IME composition', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  onTestFinished(() => void vi.unstubAllGlobals())
  onTestFinished(resetSession)
  adopt({ generation: 1, session: { ...makeAuthenticated(7), generation: 1 } })
  const router = createRouter({ routeTree: createRootRoute({ component: Page }), history: createMemoryHistory() })
  await router.load()
  const page = await render(<RouterProvider router={router as never} />)
  const button = (label: string) => page.querySelector<HTMLElement>(`button[aria-label="${label}"]`)
  const press = (more: KeyboardEventInit) => {
    const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true, ...more })
    return interact(() => page.querySelector('textarea')?.dispatchEvent(event))
  }
  await vi.waitFor(() => expect(button('Select')).not.toBeNull())
  await interact(() => button('Select')?.click())
  await press({ isComposing: true })
  await press({ keyCode: 229 })
  expect(button('Stop selecting')).not.toBeNull()
  await press({})
  expect(button('Stop selecting')).toBeNull()
})
