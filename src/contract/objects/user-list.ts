import * as v from 'valibot'
import { Id, IdParam, says, Timestamp } from '../primitives.ts'
import { User } from './user.ts'

export const userFlags = ['is_admin', 'is_provider', 'is_vip', 'is_ad_subscriber', 'receive_newsletters'] as const
export type UserFlag = (typeof userFlags)[number]

/**
 * What a user has now: a subscription that renews, one that ends with its period, a trial, one whose payment failed,
 * one that has ended, or none so far.
 */
export const subscriptionStates = ['active', 'ending', 'trial', 'payment_failed', 'cancelled', 'none'] as const
export const SubscriptionState = v.picklist(subscriptionStates, says('invalid'))
export type SubscriptionState = v.InferOutput<typeof SubscriptionState>

/** A user in the list for admins. */
export const ListedUser = v.object({
  ...User.entries,
  state: SubscriptionState,
  /** Which of `subscriptions` the state is about; null without any. */
  current_subscription_id: v.nullable(Id),
  /** When a device of the user last renewed its session; null if none ever signed in. */
  last_seen_at: v.nullable(Timestamp),
})
export type ListedUser = v.InferOutput<typeof ListedUser>

/** A user in the list for providers: name, plan and state, and nothing else. */
export const UserSummary = v.object({
  id: Id,
  first_name: v.string(),
  last_name: v.string(),
  /** The title of the current subscription's plan; null without one. */
  plan: v.nullable(v.string()),
  state: SubscriptionState,
})
export type UserSummary = v.InferOutput<typeof UserSummary>

export const summaryOrderings = ['name', '-name', 'plan', '-plan', 'state', '-state'] as const
export type SummaryOrdering = (typeof summaryOrderings)[number]

const userSortKeys = ['created_at', 'name', 'plan', 'state', 'last_seen_at'] as const
export type UserSortKey = (typeof userSortKeys)[number]
/** A key, descending after a minus. */
export type UserOrdering = UserSortKey | `-${UserSortKey}`
export const userOrderings: readonly UserOrdering[] = userSortKeys.flatMap((key): UserOrdering[] => [key, `-${key}`])

/** Filter and order of the users. */
export const UserSelection = v.object({
  search: v.optional(v.pipe(v.string(), v.maxLength(200, says('too_long')))),
  flag: v.optional(v.picklist(userFlags, says('invalid'))),
  state: v.optional(SubscriptionState),
  /** Only users whose current subscription is to the plan with this id. */
  plan: v.optional(IdParam),
  ordering: v.optional(v.picklist(userOrderings, says('invalid'))),
})
export type UserSelection = v.InferOutput<typeof UserSelection>
