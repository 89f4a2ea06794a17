import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { isApiError } from '#api/errors.ts'
import { countRatings, getReport, listReports } from '#contract/endpoints/feedback.ts'
import type { Report, ReportState } from '#contract/objects/feedback.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'
import { PAGE_SIZE } from '../table/page-size.ts'
import { isGone } from './is-gone.ts'

/** What the list shows: `all`, or the reports of one state. */
export type ReportsShown = ReportState | 'all'

/** Open reports unless the address says otherwise. */
export const readShown = (text: string | undefined): ReportsShown =>
  text === 'resolved' || text === 'all' ? text : 'open'

const LIST = ['admin', 'reports', 'list'] as const

/** Queries one page of reports; the previous page stays visible until the next one arrives. */
export const reportsQuery = (shown: ReportsShown, page: number) =>
  queryOptions({
    queryKey: [...LIST, { shown, page }],
    queryFn: ({ signal }) => {
      const query = { page, page_size: PAGE_SIZE, ...(shown === 'all' ? {} : { state: shown }) }
      return api.call(listReports, { signal, query })
    },
    placeholderData: keepPreviousData,
  })

export const ratingsQuery = queryOptions({
  queryKey: ['admin', 'reports', 'ratings'],
  queryFn: ({ signal }) => api.call(countRatings, { signal }),
})

/** Queries a report; the server records each request in the audit log. Never cached: the user may withdraw it. */
export const reportQuery = (id: number) =>
  queryOptions({
    queryKey: ['admin', 'reports', 'one', id],
    queryFn: async ({ signal }) => {
      try {
        return await api.call(getReport, { signal, params: { id } })
      } catch (error) {
        if (isGone(error)) void queryClient.invalidateQueries({ queryKey: LIST })
        throw error
      }
    },
    gcTime: 0,
    retry: false,
    refetchOnReconnect: ({ state }) => state.data === undefined,
  })

/**
 * Reads a report and the list again after a conflict, because its user has changed it or another admin has answered it,
 * and when the report is gone.
 */
export function handleConflict(id: number, error: unknown): void {
  if (!isGone(error) && !(isApiError(error) && error.code === 'conflict')) return
  void queryClient.invalidateQueries({ queryKey: reportQuery(id).queryKey })
  void queryClient.invalidateQueries({ queryKey: LIST })
}

/** Shows a changed report, and reads the list again. */
export function storeReport(report: Report): void {
  queryClient.setQueryData(reportQuery(report.id).queryKey, report)
  void queryClient.invalidateQueries({ queryKey: LIST })
}
