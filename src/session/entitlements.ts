import { PRODUCT } from '#contract/limits.ts'
import type { User } from '#contract/objects/user.ts'

export const isAdmin = (user: User): boolean => user.is_admin
/** The profile's flag decides (specification, section 6). */
export const isProvider = (user: User): boolean => user.profile.is_provider

/** An active subscription to this product, or an admin, who needs none. */
export function mayUseCompanion(user: User): boolean {
  return isAdmin(user) || hasActiveSubscription(user)
}

export function hasActiveSubscription(user: User): boolean {
  return user.subscriptions.some(({ plan, is_active_now }) => plan.product === PRODUCT && is_active_now)
}
