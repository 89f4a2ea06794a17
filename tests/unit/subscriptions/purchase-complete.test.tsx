import { expect, test, vi } from 'vitest'
import type { Subscription } from '#contract/objects/plan.ts'
import { PurchaseComplete } from '#features/subscriptions/checkout-result/purchase-complete.tsx'
import { CurrentPlan } from '#features/subscriptions/current-plan/current-plan.tsx'
import { render } from '#support/browser/render.tsx'
import { makeUser } from '#support/users/make-user.ts'
import { makePlan, makeSubscription } from './plan-fixtures.ts'

vi.mock('#ui/button/link-button.tsx', () => ({ LinkButton: ({ to }: { to: string }) => <a href={to}>{to}</a> }))
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ navigate: vi.fn() }) }))

const show = async (more: Partial<Subscription> = {}) => {
  const bought = makeSubscription(more)
  const page = await render(<PurchaseComplete bought={bought} />)
  const account = await render(<CurrentPlan user={makeUser(7, { subscriptions: [bought] })} />)
  return { said: page.textContent ?? '', account: account.textContent ?? '' }
}

test('a purchase shows the price, and what a code makes of it', async () => {
  expect((await show()).said).toContain('$9.99 a month')
  const discount = { code: 'SPRING', percent_off: 25, amount_off: null, reduced_price: '7.49', ends_at: null }
  expect((await show({ discount })).said).toContain('$7.49 with the code SPRING')
})

test('a gift shows when it ends and no price, because nothing is charged', async () => {
  const { said, account } = await show({ is_granted: true, cancel_at_period_end: true })
  expect(said).toContain('Your plan “Monthly” runs until Dec 21, 2026. Then it ends by itself, and nothing is charged.')
  expect(account).toContain('Ends Dec 21, 2026')
  expect(said + account).not.toContain('$9.99')
})

test('a purchase whose renewal was not paid leads to its payment, and is not said to end by itself', async () => {
  const unpaid = { status: 'past_due', grace_until: '2027-01-04T12:00:00.000Z' } as const
  const graced = await show(unpaid)
  expect(graced.said).toContain('The payment did not go through')
  expect(graced.said).toContain('It is tried again, and you can write until Jan 4, 2027.')
  expect(graced.said).not.toContain('nothing is charged')
  const locked = await show({ ...unpaid, is_active_now: false })
  expect(locked.said).toContain('until then you can read, but not write')
  expect(locked.said).not.toContain('has ended')
  for (const { said } of [graced, locked]) expect(said).toContain('/account/account/subscriptions/history')
})

test('a purchase of a plan that will be changed is not said to renew', async () => {
  const plan = makePlan({ id: 3, title: 'Yearly', interval: 'year' })
  const { said } = await show({ scheduled: { plan_id: 3, plan, starts_at: '2026-12-21T12:00:00.000Z' } })
  expect(said).toContain('Changes to “Yearly” on Dec 21, 2026')
  expect(said).not.toContain('It renews')
})
