import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { getConfig } from '#contract/endpoints/companion.ts'
import { queryClient } from '#data/query-client.ts'
import { VerifyCheck } from '#features/auth/verify-email/verify-check.tsx'
import { interact, render } from '#support/browser/render.tsx'
import { RouteAnnouncer } from '../../../src/routes/-root/route-announcer.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))
afterEach(() => queryClient.clear())

test('the window has the title of what the page of a mailed link asks, and then of what it has done', async () => {
  call.mockImplementation(async (endpoint) =>
    endpoint === getConfig
      ? { mail: true }
      : { email: 'ana@example.org', first_name: 'Ana', last_name: '', email_verified: false },
  )
  const component = () => (
    <>
      <VerifyCheck token="of the window" />
      <RouteAnnouncer />
    </>
  )
  const staticData = { title: { id: 'one-moment', message: 'One moment' } }
  const router = createRouter({
    routeTree: createRootRoute({ component, staticData }),
    history: createMemoryHistory({ initialEntries: ['/check'] }),
  })
  await router.load()
  const page = await render(<RouterProvider router={router as never} />)
  const isNamed = (title: string) => vi.waitFor(() => expect(document.title).toBe(`${title} · Companion`))
  await isNamed('Confirm your address?')
  await interact(() => page.querySelector('button')?.click())
  await isNamed('Your address is confirmed')
})
