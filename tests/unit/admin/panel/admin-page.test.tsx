import 'fake-indexeddb/auto'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AdminPage } from '#features/admin/admin-page.tsx'
import { adopt } from '#session/state/session-atom.ts'
import { interact, render } from '#support/browser/render.tsx'
import { makeAuthenticated, makeUser } from '#support/users/make-user.ts'

vi.mock('#session/api.ts', () => ({ api: { call: () => new Promise(() => undefined) } }))

afterEach(() => localStorage.clear())

describe('the admin panel', () => {
  it('keeps its tab when another window has stored another one and the session is renewed', async () => {
    const renew = (generation: number) => {
      const user = makeUser(7, { is_admin: true })
      adopt({ generation, session: { ...makeAuthenticated(7, `${generation}`), user, generation } })
    }
    renew(1)
    localStorage.setItem('activeTab', 'legal')
    const page = await render(
      <RouterProvider
        router={createRouter({
          history: createMemoryHistory(),
          routeTree: createRootRoute({ component: () => <AdminPage search={{}} onSearch={() => undefined} /> }),
        })}
      />,
    )
    const open = () => page.querySelector('[role="tab"][aria-selected="true"]')?.textContent
    await vi.waitFor(() => expect(open()).toBe('Legal'))
    localStorage.setItem('activeTab', 'audit')
    await interact(() => renew(2))
    expect(open()).toBe('Legal')
  })
})
