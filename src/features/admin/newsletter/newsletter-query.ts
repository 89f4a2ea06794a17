import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getIssue, listDeliveries, listIssues } from '#contract/endpoints/newsletter/issues.ts'
import type { DeliveryStatus, Issue, IssueStatus } from '#contract/objects/newsletter.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'
import { PAGE_SIZE } from '../table/page-size.ts'

const LIST = ['admin', 'newsletter', 'list'] as const
const POLL_MS = 2_000

/** Whether the server changes it by itself. */
const moves = (status: IssueStatus | undefined): boolean => status === 'scheduled' || status === 'sending'

export const issuesQuery = (page: number) =>
  queryOptions({
    queryKey: [...LIST, page],
    queryFn: ({ signal }) => api.call(listIssues, { signal, query: { page, page_size: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.results.some(({ status }) => moves(status)) ? POLL_MS : false),
  })

export const issueQuery = (id: number) =>
  queryOptions({
    queryKey: ['admin', 'newsletter', 'one', id],
    queryFn: ({ signal }) => api.call(getIssue, { signal, params: { id } }),
    // Another admin may have changed it since.
    gcTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => (moves(state.data?.status) ? POLL_MS : false),
  })

/** The mails with a status; `count` makes a changed number a new query. */
export const deliveriesQuery = (id: number, status: DeliveryStatus, count: number) =>
  queryOptions({
    queryKey: ['admin', 'newsletter', 'deliveries', id, status, count],
    queryFn: ({ signal }) =>
      api.call(listDeliveries, { signal, params: { id }, query: { status, page_size: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
    // After an error it is requested again, as the issue itself is while it is sent, so that both recover.
    refetchInterval: ({ state }) => (state.status === 'error' ? POLL_MS : false),
  })

/** Shows a changed issue, and reads the list again. */
export function storeIssue(issue: Issue): void {
  queryClient.setQueryData(issueQuery(issue.id).queryKey, issue)
  refreshIssues()
}

/** Reads an issue again after a failure: the response may be lost of a request that the server has carried out. */
export const refreshIssue = (id: number): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: issueQuery(id).queryKey })

export function refreshIssues(): void {
  void queryClient.invalidateQueries({ queryKey: LIST })
}
