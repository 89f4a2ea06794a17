import type { Subscription } from '#contract/objects/plan.ts'
import { isFree } from '#lib/is-free.ts'

/** Statuses of bought subscriptions only, from which the processor may still charge; a grant is active. */
const charging: readonly Subscription['status'][] = ['trialing', 'past_due', 'unpaid', 'incomplete']

/**
 * Returns a subscription because of which the server certainly refuses a grant: the user may be charged for it. A
 * subscription that ends with its period may be a grant, so about that one only the server knows.
 */
export function findCharging(subscriptions: readonly Subscription[], now: number): Subscription | undefined {
  return subscriptions.find(({ plan, status, cancel_at_period_end, current_period_end }) => {
    if (isFree(plan.price) || Date.parse(current_period_end) <= now) return false
    return charging.includes(status) || (status === 'active' && !cancel_at_period_end)
  })
}
