import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryInput } from '#contract/endpoint.ts'
import { listUsers } from '#contract/endpoints/admin.ts'
import {
  type SubscriptionState,
  subscriptionStates,
  type UserFlag,
  type UserOrdering,
  userFlags,
} from '#contract/objects/user-list.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'
import { PAGE_SIZE } from '../table/page-size.ts'

export const readFlag = (text: string | undefined): UserFlag | undefined => userFlags.find((flag) => flag === text)
export const readState = (text: string | undefined): SubscriptionState | undefined =>
  subscriptionStates.find((state) => state === text)

export type UsersView = {
  search?: string | undefined
  flag?: UserFlag | undefined
  state?: SubscriptionState | undefined
  plan?: string | undefined
  ordering: UserOrdering
  page: number
}

/** Whether the list is narrowed by anything, so that clearing it shows more. */
export const isNarrowed = ({ search, flag, state, plan }: UsersView): boolean =>
  [search, flag, state, plan].some((value) => value !== undefined)

/** What list and CSV send of a view. */
export function selectionOf({ search, flag, state, plan, ordering }: UsersView): QueryInput<typeof listUsers> {
  const narrowed = { search, flag, state, plan }
  return { ...Object.fromEntries(Object.entries(narrowed).filter(([, value]) => value !== undefined)), ordering }
}

const LIST = ['admin', 'users', 'list'] as const

/** Queries one page of users; the previous page stays visible until the next one arrives. */
export const usersQuery = (view: UsersView) =>
  queryOptions({
    queryKey: [...LIST, { ...selectionOf(view), page: view.page }],
    queryFn: ({ signal }) =>
      api.call(listUsers, { signal, query: { ...selectionOf(view), page: view.page, page_size: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  })

/** Invalidates the list and the admin's figures after a user was created, changed or deleted. */
export async function refreshUsers(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: LIST }),
    queryClient.invalidateQueries({ queryKey: ['admin', 'figures'] }),
  ])
}
