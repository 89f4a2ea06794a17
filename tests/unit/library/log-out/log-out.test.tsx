import 'fake-indexeddb/auto'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { LogOutCommand } from '#features/library/log-out/log-out-command.tsx'
import { database } from '#offline/database/database.ts'
import { interact, render } from '#support/browser/render.tsx'

test('logging out is offered, with a warning, when the database cannot be read', async () => {
  const lost = new DOMException('The database cannot be read', 'UnknownError')
  const reported = vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined)
  const read = vi.spyOn(database().drafts, 'where').mockImplementation(() => {
    throw lost
  })
  onTestFinished(() => {
    reported.mockRestore()
    read.mockRestore()
  })
  const history = createMemoryHistory({ initialEntries: ['/chat'] })
  const component = () => <LogOutCommand userId={7} requests={1} />
  const router = createRouter({ routeTree: createRootRoute({ component }), history })
  await router.load()
  await render(<RouterProvider router={router as never} />)
  await vi.waitFor(() => expect(document.body.textContent).toContain('could not be read'))
  expect(reported).toHaveBeenCalledWith(lost)
  read.mockRestore()
  const buttons = [...document.querySelectorAll('button')]
  await interact(() => buttons.find(({ textContent }) => textContent === 'Log out anyway')?.click())
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/'))
})
