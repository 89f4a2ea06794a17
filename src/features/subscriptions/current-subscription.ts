import { PRODUCT } from '#contract/limits.ts'
import type { Plan, Subscription } from '#contract/objects/plan.ts'
import type { User } from '#contract/objects/user.ts'
import { isFree } from '#lib/is-free.ts'
import { hasHadTrial, isUnpaid } from '#session/entitlements.ts'

/** What somebody has now: what is active, bought before tried; else what waits for its payment. */
export function findCurrent(subscriptions: User['subscriptions']): Subscription | undefined {
  const ours = subscriptions.filter(({ plan }) => plan.product === PRODUCT)
  const active = ours.filter(({ is_active_now }) => is_active_now)
  return active.find(({ plan }) => !isFree(plan.price)) ?? active[0] ?? ours.find(isUnpaid)
}

export interface NextStep {
  kind: 'renews' | 'ends' | 'unpaid'
  /** When, as ISO 8601; of what is unpaid, the end of what was last paid for. */
  at: string
}

/** What happens next to a subscription that somebody has now. What costs nothing is never renewed. */
export function nextStep(subscription: Subscription): NextStep {
  const { plan, cancel_at_period_end, current_period_end: at } = subscription
  if (isUnpaid(subscription)) return { kind: 'unpaid', at }
  return { kind: cancel_at_period_end || isFree(plan.price) ? 'ends' : 'renews', at }
}

/** Whether there is anything to cancel: what ends by itself needs none. */
export const canCancel = (subscription: Subscription): boolean =>
  !subscription.cancel_at_period_end && nextStep(subscription).kind !== 'ends'

export type Offer = 'current' | 'free' | 'buy' | 'trial-had' | 'has-plan'

/**
 * What a plan of the list is to somebody. One at a time: another can be bought when what is active has ended, or while it
 * is only being tried; what is unpaid makes way for what is bought.
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
