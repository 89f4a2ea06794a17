import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { queryClient } from '#data/query-client.ts'
import { SuccessPage } from '#features/subscriptions/checkout-result/success-page.tsx'
import { interact, render } from '#support/browser/render.tsx'
import { makePlan, makeSubscription } from './plan-fixtures.ts'

const { call, refreshUser } = vi.hoisted(() => ({ call: vi.fn(), refreshUser: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))
vi.mock('#session/refresh-user.ts', () => ({ refreshUser }))

const trial = makeSubscription({ status: 'trialing', plan: makePlan({ id: 1, title: 'Free trial', price: '0.00' }) })

test('a purchase reaches the session although its page is left before the server has answered', async () => {
  queryClient.clear()
  const response = Promise.withResolvers<unknown>()
  call.mockReturnValue(response.promise)
  const root = createRootRoute()
  const success = createRoute({
    getParentRoute: () => root,
    path: '/success',
    component: () => <SuccessPage sessionId="cs_1" />,
  })
  const plans = createRoute({ getParentRoute: () => root, path: '/plans', component: () => 'The plans' })
  const history = createMemoryHistory({ initialEntries: ['/success'] })
  const router = createRouter({ routeTree: root.addChildren([success, plans]), history })
  await router.load()
  const page = await render(<RouterProvider router={router as never} />)
  expect(page.textContent).toBe('One moment…')

  await interact(() => history.push('/plans'))
  await vi.waitFor(() => expect(page.textContent).toBe('The plans'))
  response.resolve({ status: 'complete', subscription: trial })
  await vi.waitFor(() => expect(refreshUser).toHaveBeenCalledOnce())
  // A signal would abort the requests when the page is left.
  expect(refreshUser).toHaveBeenCalledWith()
  expect(call.mock.calls[0]?.[1]).toEqual({ query: { session_id: 'cs_1' } })
})
