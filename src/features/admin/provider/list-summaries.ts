import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listUserSummaries } from '#contract/endpoints/admin.ts'
import { type SubscriptionState, type SummaryOrdering, summaryOrderings } from '#contract/objects/user-list.ts'
import { api } from '#session/api.ts'
import type { AdminSearch } from '../admin-search.ts'
import { PAGE_SIZE } from '../table/page-size.ts'
import { readPage } from '../tabs.ts'
import { readState } from '../users/list-users.ts'

export type SummariesView = {
  search?: string | undefined
  state?: SubscriptionState | undefined
  ordering: SummaryOrdering
  page: number
}

export const DEFAULT_ORDERING: SummaryOrdering = 'name'

/** The view that an address names; what it does not know is left out. */
export function readView({ search, state, ordering, page }: AdminSearch): SummariesView {
  return {
    search,
    state: readState(state),
    ordering: summaryOrderings.find((known) => known === ordering) ?? DEFAULT_ORDERING,
    page: readPage(page),
  }
}

/** Queries one page; not again by itself, because the server records each request in the audit log. */
export const summariesQuery = ({ search, state, ordering, page }: SummariesView) =>
  queryOptions({
    queryKey: ['admin', 'users', 'summaries', { search, state, ordering, page }],
    queryFn: ({ signal }) =>
      api.call(listUserSummaries, {
        signal,
        query: {
          ...(search === undefined ? {} : { search }),
          ...(state === undefined ? {} : { state }),
          ...{ ordering, page, page_size: PAGE_SIZE },
        },
      }),
    placeholderData: keepPreviousData,
    refetchOnReconnect: ({ state: { data } }) => data === undefined,
    refetchOnWindowFocus: false,
  })
