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

/** Whether a subscription can be cancelled: not when it is cancelled already, or is free and ends by itself. */
export const canCancel = (subscription: Subscription): boolean =>
  !subscription.cancel_at_period_end && nextStep(subscription).kind !== 'ends'

/** Whether a cancellation can be taken back: until the period ends, of what was bought. */
export const canResume = ({ plan, cancel_at_period_end, is_active_now, is_granted }: Subscription): boolean =>
  cancel_at_period_end && is_active_now && !is_granted && !isFree(plan.price)

/** Whether the plan of a subscription can be changed: it was bought, is paid and goes on. */
export const canChange = (subscription: Subscription): boolean =>
  subscription.is_active_now && !subscription.is_granted && nextStep(subscription).kind === 'renews'

export type Offer =
  | 'current'
  | 'free'
  | 'buy'
  | 'change'
  | 'scheduled'
  | 'resume-first'
  | 'pay-first'
  | 'trial-had'
  | 'has-plan'

/**
 * Returns what the user can do with a plan. Only one is active at a time: a running one is changed, and another can be
 * bought after it has ended or during a trial; a purchase replaces an unpaid subscription without access.
 */
export function offerOf(plan: Plan, subscriptions: User['subscriptions']): Offer {
  const current = findCurrent(subscriptions)
  if (current?.plan.id === plan.id) return 'current'
  if (isFree(plan.price)) {
    if (hasHadTrial({ subscriptions })) return 'trial-had'
    return current === undefined ? 'free' : 'has-plan'
  }
  if (current === undefined || !current.is_active_now || isFree(current.plan.price)) return 'buy'
  if (current.scheduled?.plan_id === plan.id) return 'scheduled'
  if (canChange(current)) return 'change'
  if (canResume(current)) return 'resume-first'
  return isUnpaid(current) ? 'pay-first' : 'has-plan'
}

/** The status label: active or trialing is Active, any other Cancelled. */
export const isLabelledActive = ({ status }: Pick<Subscription, 'status'>): boolean =>
  status === 'active' || status === 'trialing'
