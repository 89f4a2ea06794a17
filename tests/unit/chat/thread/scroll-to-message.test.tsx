import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { useScrollToMessage } from '#features/chat/thread/window/use-scroll-to-message.ts'
// The state that these put into a history entry is read here.
import '#features/chat/screen/list-drawer-state.ts'
import '#features/search/palette-state.ts'
import { render } from '#support/browser/render.tsx'
import { Toaster } from '#ui/feedback/toaster.tsx'

test('a link to a missing message says so, and stays at the end of the chat', async () => {
  const leaveEnd = vi.fn()
  const loadUntil = vi.fn(async () => false)
  const ref = { current: null }
  function Probe() {
    useScrollToMessage({ rows: [], older: [], loadUntil, scroller: ref, list: ref, leaveEnd })
    return <Toaster />
  }
  const history = createMemoryHistory({ initialEntries: ['/?message=gone'] })
  const router = createRouter({ routeTree: createRootRoute({ component: Probe }), history })
  await router.load()
  const page = await render(<RouterProvider router={router as never} />)
  await vi.waitFor(() => expect(page.textContent).toContain('This message is not here any more'))
  expect(loadUntil).toHaveBeenCalledWith('', 'gone')
  expect(leaveEnd).not.toHaveBeenCalled()
})
