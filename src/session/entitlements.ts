import { PRODUCT } from '#contract/limits.ts'
import type { User } from '#contract/objects/user.ts'
import { isFree } from '#lib/is-free.ts'

export const isAdmin = (user: User): boolean => user.is_admin
/** Whether the user is a provider, by a flag of the profile. */
export const isProvider = (user: User): boolean => user.profile.is_provider
/** Whether the list for providers is theirs to open; an admin has the admin panel instead. */
export const usesProviderList = (user: User): boolean => isProvider(user) && !isAdmin(user)

/** Whether the user has an active subscription to this product, or is an admin, who needs none. */
export function mayUseCompanion(user: User): boolean {
  return isAdmin(user) || hasActiveSubscription(user)
}

function hasActiveSubscription(user: User): boolean {
  return user.subscriptions.some(({ plan, is_active_now }) => plan.product === PRODUCT && is_active_now)
}

/** Whether the account's one free trial is used, as far as the client can know; the server decides. */
export function hasHadTrial({ subscriptions }: Pick<User, 'subscriptions'>): boolean {
  return subscriptions.some(({ plan }) => isFree(plan.price))
}

/** A payment has failed and is being retried by the payment processor; after the grace period the user cannot write. */
export function isUnpaid({ status }: Pick<User['subscriptions'][number], 'status'>): boolean {
  return status === 'past_due' || status === 'unpaid'
}
