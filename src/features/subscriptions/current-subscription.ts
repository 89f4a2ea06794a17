import { PRODUCT } from '#contract/limits.ts'
import type { Plan, Subscription } from '#contract/objects/plan.ts'
import type { User } from '#contract/objects/user.ts'
import { isFree } from '#lib/is-free.ts'
import { hasHadTrial, isUnpaid } from '#session/entitlements.ts'

/** Returns the current subscription: an active one, paid before trial; otherwise one that is unpaid. */
export function findCurrent(subscriptions: User['subscriptions']): Subscription | undefined {
  const ours = subscriptions.filter(({ plan }) => plan.product === PRODUCT)
  const active = ours.filter(({ is_active_now }) => is_active_now)
  return active.find(({ plan }) => !isFree(plan.price)) ?? active[0] ?? ours.find(isUnpaid)
}

export interface NextStep {
  kind: 'renews' | 'ends' | 'unpaid'
  /** ISO 8601; for an unpaid subscription, the end of the last paid period. */
  at: string
}

/** Returns the next step of a current subscription. A free one is never renewed. */
export function nextStep(subscription: Subscription): NextStep {
  const { plan, cancel_at_period_end, current_period_end: at } = subscription
  if (isUnpaid(subscription)) return { kind: 'unpaid', at }
  return { kind: cancel_at_period_end || isFree(plan.price) ? 'ends' : 'renews', at }
}

/** Whether a subscription can be cancelled: not when it ends by itself. */
export const canCancel = (subscription: Subscription): boolean =>
  !subscription.cancel_at_period_end && nextStep(subscription).kind !== 'ends'

export type Offer = 'current' | 'free' | 'buy' | 'trial-had' | 'has-plan'

/**
 * Returns what the user can do with a plan. Only one is active at a time: another can be bought after it has ended or
 * during a trial; a purchase replaces an unpaid subscription.
 */
export function offerOf(plan: Plan, subscriptions: User['subscriptions']): Offer {
  const current = findCurrent(subscriptions)
  if (current?.plan.id === plan.id) return 'current'
  if (isFree(plan.price)) {
    if (hasHadTrial({ subscriptions })) return 'trial-had'
    return current === undefined ? 'free' : 'has-plan'
  }
  return current?.is_active_now && !isFree(current.plan.price) ? 'has-plan' : 'buy'
}

/** The status label: active or trialing is Active, any other Cancelled. */
export const isLabelledActive = ({ status }: Pick<Subscription, 'status'>): boolean =>
  status === 'active' || status === 'trialing'
