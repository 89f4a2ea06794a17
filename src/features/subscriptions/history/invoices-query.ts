import { queryOptions } from '@tanstack/react-query'
import { listInvoices } from '#contract/endpoints/billing.ts'
import { api } from '#session/api.ts'
import { HISTORY_KEY } from './list-subscriptions.ts'

/** Queries what a user was billed, newest first. */
export const invoicesQuery = (userId: number) =>
  queryOptions({
    queryKey: [HISTORY_KEY, userId, 'invoices'],
    queryFn: ({ signal }) => api.call(listInvoices, { signal, as: userId }),
  })
