import * as v from 'valibot'
import { endpoint } from '../../endpoint.ts'
import { PAGE_SIZE_MAX } from '../../limits.ts'
import { ListedReportedExchange, ReportedExchange } from '../../objects/ratings/reported-exchange.ts'
import { Count, CountParam, Timestamp, UuidParams } from '../../primitives.ts'

export const listReportedExchanges = endpoint({
  method: 'GET',
  path: '/accounts/admin/reported-exchanges/',
  summary: 'Exchanges that validators have reported and no admin has dismissed, the last reported first',
  access: 'admin',
  query: v.object({
    page: v.optional(CountParam(1, 1_000_000)),
    page_size: v.optional(CountParam(1, PAGE_SIZE_MAX)),
  }),
  responses: { 200: v.object({ count: Count, results: v.array(ListedReportedExchange) }) },
  errors: [],
})

export const getReportedExchange = endpoint({
  method: 'GET',
  path: '/accounts/admin/reported-exchanges/{id}/',
  summary: 'A reported exchange with its texts as validators see them, and who has reported it',
  access: 'admin',
  params: UuidParams,
  responses: { 200: ReportedExchange },
  errors: ['not_found'],
})

export const dismissExchangeReports = endpoint({
  method: 'POST',
  path: '/accounts/admin/reported-exchanges/{id}/dismiss/',
  summary: 'Gives the exchange back to validators; a report that is newer than the last one seen stays open',
  access: 'admin',
  params: UuidParams,
  /** The time of the newest report that the admin has seen. */
  body: v.object({ reported_at: Timestamp }),
  responses: { 204: 'empty' },
  errors: ['not_found'],
})

export const withdrawReportedExchange = endpoint({
  method: 'DELETE',
  path: '/accounts/admin/reported-exchanges/{id}/',
  summary: 'Deletes a reported exchange with its ratings, as its author can',
  access: 'admin',
  params: UuidParams,
  responses: { 204: 'empty' },
  errors: ['not_found'],
})
