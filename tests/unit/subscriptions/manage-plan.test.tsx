import { beforeEach, expect, test, vi } from 'vitest'
import { dropScheduledChange, openBillingPortal, resumeSubscription } from '#contract/endpoints/billing.ts'
import type { Subscription } from '#contract/objects/plan.ts'
import { ManagePlan } from '#features/subscriptions/current-plan/manage-plan.tsx'
import { interact, render } from '#support/browser/render.tsx'
import { Toaster } from '#ui/feedback/toaster.tsx'
import { makePlan, makeSubscription } from './plan-fixtures.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ navigate: visit }) }))
const visit = vi.fn()
beforeEach(() => {
  call.mockReset()
  visit.mockReset()
})

const yearly = makePlan({ id: 3, title: 'Yearly' })
const scheduled = { plan_id: 3, starts_at: '2026-12-21T12:00:00.000Z', plan: yearly }

async function show(more: Partial<Subscription>) {
  const subscription = makeSubscription(more)
  const page = await render(
    <>
      <Toaster />
      <ManagePlan subscription={subscription} closedBy={undefined} />
    </>,
  )
  const press = async (name: string) => {
    const button = [...page.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith(name))
    await interact(() => (button ?? expect.fail(`there is no ${name}`)).click())
  }
  return { page, press, subscription }
}

test.each([
  ['a cancelled plan is kept', { cancel_at_period_end: true }, 'Keep my plan', resumeSubscription, 'Monthly goes on'],
  ['a scheduled change is taken back', { scheduled }, 'Stay on Monthly', dropScheduledChange, 'You stay on Monthly'],
] as const)('%s with one press, which a toast confirms', async (_, more, name, endpoint, words) => {
  const { page, press, subscription } = await show(more)
  call.mockImplementation(async () => makeSubscription())
  await press(name)
  await vi.waitFor(() => expect(page.textContent).toContain(words))
  expect(call).toHaveBeenCalledWith(endpoint, { body: { subscription_id: subscription.id } })
  expect(document.activeElement?.tagName).toBe('P')
})

test('a refusal is shown beside the button', async () => {
  const { page, press } = await show({ cancel_at_period_end: true })
  call.mockImplementation(async () => {
    throw Object.assign(new Error('This subscription has ended'), { code: 'conflict' })
  })
  await press('Keep my plan')
  await vi.waitFor(() => expect(page.querySelector('[role=alert]')?.textContent).toBe('This subscription has ended'))
})

test('the plan that follows is named with its date', async () => {
  const { page } = await show({ scheduled })
  expect(page.textContent).toContain('Changes to “Yearly” on Dec 21, 2026')
})

test('a failed payment is named before the plan that follows', async () => {
  const { page } = await show({ scheduled, status: 'past_due', grace_until: '2027-01-04T12:00:00.000Z' })
  expect(page.textContent).toContain('you can write until Jan 4, 2027')
  expect(page.textContent).not.toContain('Changes to')
})

test('a failed payment is updated at the page that the server names', async () => {
  const { press } = await show({ status: 'past_due', grace_until: '2027-01-04T12:00:00.000Z' })
  call.mockImplementation(async () => ({ url: `${location.origin}/sandbox-checkout?payment=open` }))
  await press('Update payment')
  await vi.waitFor(() => expect(visit).toHaveBeenCalledWith({ href: '/sandbox-checkout?payment=open' }))
  expect(call).toHaveBeenCalledWith(openBillingPortal, {})
})

test('a granted plan offers nothing, because it ends by itself', async () => {
  const { page } = await show({ cancel_at_period_end: true, is_granted: true })
  const names = [...page.querySelectorAll('button')].map(({ textContent }) => textContent)
  expect(names.filter((name) => name !== '')).toEqual([])
})
