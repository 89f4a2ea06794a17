import type { Plan, Subscription } from '#contract/objects/plan.ts'

let count = 0

export const makePlan = (more: Partial<Plan> = {}): Plan => ({
  id: 2,
  name: 'monthly',
  title: 'Monthly',
  description: 'Companion month by month.',
  price: '9.99',
  currency: 'USD',
  interval: 'month',
  features: ['2 million tokens a month'],
  is_enabled: true,
  is_archived: false,
  product: 'companion_app',
  tokens_limit: 0,
  searches_limit: 0,
  tax: null,
  ...more,
})

/** Active, bought on 21 November 2026 for a month. */
export const makeSubscription = (more: Partial<Subscription> = {}): Subscription => ({
  id: ++count,
  status: 'active',
  created_at: '2026-11-21T12:00:00.000Z',
  current_period_start: '2026-11-21T12:00:00.000Z',
  current_period_end: '2026-12-21T12:00:00.000Z',
  cancel_at_period_end: false,
  is_active_now: true,
  grace_until: null,
  is_granted: false,
  scheduled: null,
  discount: null,
  plan: makePlan(),
  ...more,
})
