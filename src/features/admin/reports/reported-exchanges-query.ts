import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getReportedExchange, listReportedExchanges } from '#contract/endpoints/ratings/reported-exchanges.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'
import { PAGE_SIZE } from '../table/page-size.ts'
import { isGone } from './is-gone.ts'

const LIST = ['admin', 'reported-exchanges', 'list'] as const

/** Queries one page; the previous page stays visible until the next one arrives. */
export const reportedExchangesQuery = (page: number) =>
  queryOptions({
    queryKey: [...LIST, page],
    queryFn: ({ signal }) => api.call(listReportedExchanges, { signal, query: { page, page_size: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  })

/** The server records each request in the audit log. Never cached: its author may withdraw it. */
export const reportedExchangeQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'reported-exchanges', 'one', id],
    queryFn: async ({ signal }) => {
      try {
        return await api.call(getReportedExchange, { signal, params: { id } })
      } catch (error) {
        if (isGone(error)) void reloadReportedExchanges()
        throw error
      }
    },
    gcTime: 0,
    retry: false,
    refetchOnReconnect: ({ state }) => state.data === undefined,
  })

export const reloadReportedExchanges = (): Promise<void> => queryClient.invalidateQueries({ queryKey: LIST })
