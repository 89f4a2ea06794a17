import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openBillingPortal } from '#contract/endpoints/billing.ts'
import type { Subscription } from '#contract/objects/plan.ts'
import { CurrentPlan } from '#features/subscriptions/current-plan/current-plan.tsx'
import { interact, render } from '#support/browser/render.tsx'
import { makeUser } from '#support/users/make-user.ts'
import { makePlan, makeSubscription } from './plan-fixtures.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))
beforeEach(() => call.mockReset())

async function open(more: Partial<Subscription>) {
  const user = makeUser(7, { subscriptions: [makeSubscription(more)] })
  const routeTree = createRootRoute({ component: () => <CurrentPlan user={user} /> })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/account'] }) })
  await router.load()
  const page = await render(<RouterProvider router={router as never} />)
  const button = [...page.querySelectorAll('button')].find(({ textContent }) =>
    textContent?.startsWith('Billing details'),
  )
  return { button, here: () => router.history.location }
}

test('the account leads to the processor’s page for the billing address, the tax id and the receipts', async () => {
  call.mockResolvedValue({ url: `${location.origin}/sandbox-checkout?payment=open` })
  const { button, here } = await open({})
  await interact(() => button?.click())
  await vi.waitFor(() => expect(here().href).toBe('/sandbox-checkout?payment=open'))
  expect(call).toHaveBeenCalledExactlyOnceWith(openBillingPortal, {})
})

test.each([
  ['that was given', { is_granted: true }],
  ['that is free', { status: 'trialing', plan: makePlan({ price: '0.00' }) }],
  ['whose payment failed, which has its own button', { status: 'past_due' }],
] as const)('the account has no such button for a plan %s', async (_, more) => {
  expect((await open(more)).button).toBeUndefined()
})

test.each([
  ['the browser did not leave the page', () => vi.advanceTimersByTimeAsync(10_000)],
  ['the page is visible again', async () => document.dispatchEvent(new Event('visibilitychange'))],
])('the button works again when %s', async (_, comeBack) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  onTestFinished(() => {
    vi.useRealTimers()
    visibility.mockRestore()
  })
  call.mockResolvedValue({ url: 'https://billing.example/portal' })
  const { button } = await open({})
  const press = () => interact(() => button?.click())
  await press()
  await interact(() => vi.advanceTimersByTimeAsync(100))
  expect(call).toHaveBeenCalledTimes(1)
  await press()
  expect(call).toHaveBeenCalledTimes(1)
  await interact(comeBack)
  await interact(() => vi.advanceTimersByTimeAsync(100))
  await press()
  expect(call).toHaveBeenCalledTimes(2)
})
