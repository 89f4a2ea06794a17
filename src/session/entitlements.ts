import { PRODUCT } from '#contract/limits.ts'
import type { User } from '#contract/objects/user.ts'
import { isFree } from '#lib/is-free.ts'

export const isAdmin = (user: User): boolean => user.is_admin
/** A provider is marked by a flag of the profile. */
export const isProvider = (user: User): boolean => user.profile.is_provider

/** An active subscription to this product, or an admin, who needs none. */
export function mayUseCompanion(user: User): boolean {
  return isAdmin(user) || hasActiveSubscription(user)
}

export function hasActiveSubscription(user: User): boolean {
  return user.subscriptions.some(({ plan, is_active_now }) => plan.product === PRODUCT && is_active_now)
}

/** Of the one free trial that an account has; as far as it can be seen from here, the server decides. */
export function hasHadTrial({ subscriptions }: Pick<User, 'subscriptions'>): boolean {
  return subscriptions.some(({ plan }) => isFree(plan.price))
}

/** The processor still tries to collect for it; until it has, nothing can be written. */
export function isUnpaid({ status }: Pick<User['subscriptions'][number], 'status'>): boolean {
  return status === 'past_due' || status === 'unpaid'
}
