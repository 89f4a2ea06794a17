import * as v from 'valibot'
import { Id, IdParam, says, Timestamp } from '../primitives.ts'
import { Subscription } from './plan.ts'
import { subscriptionStates } from './user-list.ts'

/** What a subscription itself can be in: any state of a user except `none`. */
export const listedStates = subscriptionStates.filter((state) => state !== 'none')
export const ListedState = v.picklist(listedStates, says('invalid'))
export type ListedState = v.InferOutput<typeof ListedState>

/** A subscription in the list for admins, with its user. */
export const ListedSubscription = v.object({
  ...Subscription.entries,
  state: ListedState,
  /** When it renews or ends; after a failed payment, until when it gives access. Null when nothing is to come. */
  next_at: v.nullable(Timestamp),
  user: v.object({
    id: Id,
    email: v.string(),
    first_name: v.string(),
    last_name: v.string(),
    photo_url: v.nullable(v.string()),
  }),
})
export type ListedSubscription = v.InferOutput<typeof ListedSubscription>

const subscriptionSortKeys = ['created_at', 'name', 'plan', 'state', 'next_at'] as const
export type SubscriptionSortKey = (typeof subscriptionSortKeys)[number]
/** A key, descending after a minus. */
export type SubscriptionOrdering = SubscriptionSortKey | `-${SubscriptionSortKey}`
export const subscriptionOrderings: readonly SubscriptionOrdering[] = subscriptionSortKeys.flatMap(
  (key): SubscriptionOrdering[] => [key, `-${key}`],
)

/** Filter and order of the subscriptions. */
export const SubscriptionSelection = v.object({
  /** Words in the names, email and username of their users. */
  search: v.optional(v.pipe(v.string(), v.maxLength(200, says('too_long')))),
  state: v.optional(ListedState),
  plan: v.optional(IdParam),
  ordering: v.optional(v.picklist(subscriptionOrderings, says('invalid'))),
})
export type SubscriptionSelection = v.InferOutput<typeof SubscriptionSelection>
