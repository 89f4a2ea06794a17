import { beforeAll, expect, test, vi } from 'vitest'
import type { Subscription } from '#contract/objects/plan.ts'
import { SubscriptionActions } from '#features/admin/user-page/subscription-actions.tsx'
import { interact, render } from '#support/browser/render.tsx'
import { makePlan, makeSubscription } from '../subscriptions/plan-fixtures.ts'

beforeAll(() => import('#ui/menu/menu-popup.tsx'), 60_000)

const subscription = (price: string, more: Partial<Subscription> = {}): Subscription =>
  makeSubscription({
    id: 9,
    status: 'trialing',
    current_period_end: '2999-12-18T12:00:00.000Z',
    plan: makePlan({ price }),
    ...more,
  })

async function offered(of: Subscription): Promise<string[]> {
  const page = await render(<SubscriptionActions subscription={of} userId={1} describedBy="name" />)
  await interact(() => page.querySelector('button')?.click())
  await vi.waitFor(() => expect(document.querySelector('[role="menu"]')).not.toBeNull())
  return [...document.querySelectorAll('[role="menuitem"]')].map((item) => item.textContent)
}

test('what was bought can be cancelled at the end of its period, also while it is in a trial', async () => {
  expect(await offered(subscription('9.99'))).toEqual([
    'Extend by a month…',
    'Cancel at the end of the period…',
    'End now…',
  ])
})

test('a free trial, which ends with its period anyway, cannot be cancelled at its end', async () => {
  expect(await offered(subscription('0.00'))).toEqual(['Extend by a month…', 'End now…'])
})
