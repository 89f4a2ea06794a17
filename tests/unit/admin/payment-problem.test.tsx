import { expect, test } from 'vitest'
import type { Subscription } from '#contract/objects/plan.ts'
import { findCharging } from '#features/admin/user-page/find-charging.ts'
import { SubscriptionItem } from '#features/admin/user-page/subscription-item.tsx'
import { render } from '#support/browser/render.tsx'

const now = Date.parse('2026-11-22T12:00:00.000Z')
const monthly: Subscription['plan'] = {
  id: 2,
  name: 'monthly',
  title: 'Monthly',
  description: '',
  price: '9.99',
  currency: 'USD',
  interval: 'month',
  features: [],
  is_enabled: true,
  is_archived: false,
  product: 'companion_app',
  tokens_limit: 0,
  searches_limit: 0,
  tax: null,
}
const subscription = (more: Partial<Subscription>): Subscription => ({
  id: 9,
  status: 'active',
  created_at: '2026-08-18T12:00:00.000Z',
  current_period_start: '2026-11-18T12:00:00.000Z',
  current_period_end: '2026-12-18T12:00:00.000Z',
  cancel_at_period_end: false,
  is_active_now: true,
  grace_until: null,
  is_granted: false,
  scheduled: null,
  discount: null,
  plan: monthly,
  ...more,
})

test.each([
  ['past_due', 'Payment failed: it was due Nov 18, 2026 and is tried again.'],
  ['unpaid', 'Payment failed: it was due Nov 18, 2026 and is not tried again.'],
  ['incomplete', 'The first payment was not completed.'],
] as const)(
  'a subscription that is %s is labelled Cancelled, and the reason is said in words',
  async (status, words) => {
    const page = await render(<SubscriptionItem subscription={subscription({ status, is_active_now: false })} />)
    expect(page.textContent).toContain('Cancelled')
    expect(page.textContent).toContain(words)
  },
)

test.each(['active', 'canceled'] as const)(
  'a subscription that is %s has no problem with its payment',
  async (status) => {
    const page = await render(<SubscriptionItem subscription={subscription({ status })} />)
    expect(page.textContent).not.toContain('ayment')
  },
)

test.each([
  ['failed', { status: 'past_due' }, true],
  ['is missing', { status: 'unpaid' }, true],
  ['renews', {}, true],
  ['is due when its trial ends', { status: 'trialing' }, true],
  ['ends with its period, which may be a grant', { cancel_at_period_end: true }, false],
  ['has ended', { status: 'canceled' }, false],
  ['belongs to a trial', { status: 'trialing', plan: { ...monthly, price: '0.00' } }, false],
  ['failed at a processor that is gone', { status: 'past_due', current_period_end: '2026-11-01T00:00:00.000Z' }, false],
] as const)('a grant beside a payment that %s is refused before the form: %s %s', (_, more, isRefused) => {
  expect(findCharging([subscription(more)], now) !== undefined).toBe(isRefused)
})
