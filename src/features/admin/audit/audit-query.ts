import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { addDays } from 'date-fns/addDays'
import type { QueryInput } from '#contract/endpoint.ts'
import { checkAudit, listAudit, listUsers } from '#contract/endpoints/admin.ts'
import { type AuditKind, auditKinds } from '#contract/objects/admin/audit.ts'
import { api } from '#session/api.ts'
import type { AdminSearch } from '../admin-search.ts'
import { PAGE_SIZE } from '../table/page-size.ts'
import { readPlan as readId } from '../table/read-plan.ts'
import { readPage } from '../tabs.ts'

export type AuditView = {
  search?: string | undefined
  kind?: AuditKind | undefined
  /** The id of the admin who acted. */
  actor?: string | undefined
  /** The id of a user who acted or was acted upon. */
  user?: string | undefined
  /** Days such as 2026-11-23, in the admin's time zone; both are included. */
  from?: string | undefined
  until?: string | undefined
  page: number
}

/** The view that an address names; what it does not know is left out. */
export function readView({ search, kind, actor, user, from, until, page }: AdminSearch): AuditView {
  return {
    search,
    kind: auditKinds.find((known) => known === kind),
    actor: readId(actor),
    user: readId(user),
    from: readDay(from),
    until: readDay(until),
    page: readPage(page),
  }
}

const startOf = (day: string) => new Date(`${day}T00:00:00`)

export const readDay = (text: string | undefined): string | undefined =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(startOf(text).getTime()) ? text : undefined

/** Whether the list is narrowed by anything, so that clearing it shows more. */
export const isNarrowed = ({ page: _, ...narrowed }: AuditView): boolean =>
  Object.values(narrowed).some((value) => value !== undefined)

/** What list and CSV send of a view. */
export function selectionOf({ search, kind, actor, user, from, until }: AuditView): QueryInput<typeof listAudit> {
  const sent = {
    search,
    kind,
    actor,
    user_id: user,
    from: from === undefined ? undefined : startOf(from).toISOString(),
    until: until === undefined ? undefined : addDays(startOf(until), 1).toISOString(),
  }
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
}

/** Queries one page of the audit log; the previous page stays visible until the next one arrives. */
export const auditQuery = (view: AuditView) =>
  queryOptions({
    queryKey: ['admin', 'audit', 'list', { ...selectionOf(view), page: view.page }],
    queryFn: ({ signal }) =>
      api.call(listAudit, { signal, query: { ...selectionOf(view), page: view.page, page_size: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  })

/** Each check reads the whole audit, so its result counts as fresh for five minutes. */
export const chainQuery = queryOptions({
  queryKey: ['admin', 'audit', 'chain'],
  queryFn: ({ signal }) => api.call(checkAudit, { signal }),
  staleTime: 5 * 60_000,
})

const ADMINS_MAX = 100

/** Those who are admins now; what former ones did is found by their name. */
export const adminsQuery = queryOptions({
  queryKey: ['admin', 'audit', 'admins'],
  queryFn: ({ signal }) =>
    api.call(listUsers, { signal, query: { flag: 'is_admin', ordering: 'name', page_size: ADMINS_MAX } }),
  staleTime: 60_000,
})
