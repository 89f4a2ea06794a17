// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { PRODUCT } from '#contract/limits.ts'
import type { Subscription } from '#contract/objects/plan.ts'
import { shareOf } from '#data/usage.ts'
import { hasHadTrial, isUnpaid, mayUseCompanion } from '#session/entitlements.ts'
import { makeUser } from '#support/users/make-user.ts'

const subscription = (is_active_now: boolean, plan: { product?: string; price?: string } = {}) =>
  ({ is_active_now, plan: { product: PRODUCT, price: '9.90', ...plan } }) as Subscription

describe('the companion', () => {
  it('is available to users with an active subscription, and to admins', () => {
    const may = (...subscriptions: Subscription[]) => mayUseCompanion(makeUser(7, { subscriptions }))
    expect(may(subscription(false), subscription(true))).toBe(true)
    expect([may(), may(subscription(false)), may(subscription(true, { product: 'another' }))]).toEqual([
      false,
      false,
      false,
    ])
    expect(mayUseCompanion(makeUser(7, { is_admin: true }))).toBe(true)
  })
})

describe('the free trial', () => {
  it('counts as used by a user who has had a plan without a price, however long ago', () => {
    expect(hasHadTrial({ subscriptions: [subscription(true), subscription(false, { price: '0.00' })] })).toBe(true)
    expect(hasHadTrial({ subscriptions: [subscription(true)] })).toBe(false)
  })
})

describe('a subscription', () => {
  it('is unpaid while the processor still tries to collect for it', () => {
    const unpaid = (['past_due', 'unpaid', 'active', 'canceled'] as const).filter((status) => isUnpaid({ status }))
    expect(unpaid).toEqual(['past_due', 'unpaid'])
  })
})

describe('the used share of a limit', () => {
  it('is at most 100 %, and null where there is no limit', () => {
    const share = (used: number, limit: number | null) => shareOf({ used, limit })
    expect([share(0, 4), share(1, 4), share(4, 4), share(9, 4)]).toEqual([0, 0.25, 1, 1])
    expect([share(9, null), share(9, 0)]).toEqual([null, null])
  })
})
