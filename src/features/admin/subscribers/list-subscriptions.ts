import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryInput } from '#contract/endpoint.ts'
import { listAllSubscriptions } from '#contract/endpoints/admin-billing.ts'
import {
  type ListedState,
  listedStates,
  type SubscriptionOrdering,
  subscriptionOrderings,
} from '#contract/objects/subscription-list.ts'
import { api } from '#session/api.ts'
import type { AdminSearch } from '../admin-search.ts'
import { PAGE_SIZE } from '../table/page-size.ts'
import { readPlan } from '../table/read-plan.ts'
import { readPage } from '../tabs.ts'

export type SubscriptionsView = {
  search?: string | undefined
  state?: ListedState | undefined
  plan?: string | undefined
  ordering: SubscriptionOrdering
  page: number
}

export const DEFAULT_ORDERING: SubscriptionOrdering = '-created_at'

/** The view that an address names; what it does not know is left out. */
export function readView({ search, state, plan, ordering, page }: AdminSearch): SubscriptionsView {
  return {
    search,
    state: listedStates.find((known) => known === state),
    plan: readPlan(plan),
    ordering: subscriptionOrderings.find((known) => known === ordering) ?? DEFAULT_ORDERING,
    page: readPage(page),
  }
}

/** Whether the list is narrowed by anything, so that clearing it shows more. */
export const isNarrowed = ({ search, state, plan }: SubscriptionsView): boolean =>
  [search, state, plan].some((value) => value !== undefined)

/** What list and CSV send of a view. */
export function selectionOf({
  search,
  state,
  plan,
  ordering,
}: SubscriptionsView): QueryInput<typeof listAllSubscriptions> {
  const narrowed = Object.entries({ search, state, plan }).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(narrowed), ordering }
}

const LIST = ['admin', 'subscriptions', 'list'] as const

/** Queries one page of subscriptions; the previous page stays visible until the next one arrives. */
export const subscriptionsQuery = (view: SubscriptionsView) =>
  queryOptions({
    queryKey: [...LIST, { ...selectionOf(view), page: view.page }],
    queryFn: ({ signal }) =>
      api.call(listAllSubscriptions, {
        signal,
        query: { ...selectionOf(view), page: view.page, page_size: PAGE_SIZE },
      }),
    placeholderData: keepPreviousData,
  })
