import * as calls from '#contract/endpoints/admin-billing.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import { refundInvoice } from '../subscriptions/refunds/refund-invoice.ts'
import { cancelAnySubscription } from './use-cases/cancel-any-subscription.ts'
import { changeGrant } from './use-cases/change-grant.ts'
import { extendSubscription } from './use-cases/extend-subscription.ts'
import { listAllSubscriptions } from './use-cases/list-all-subscriptions.ts'
import { readRevenue } from './use-cases/read-revenue.ts'
import { readTimeline } from './use-cases/read-timeline.ts'

/** What admins see of and do with other users' subscriptions. */
export function adminBillingRoutes(dependencies: Dependencies): Route[] {
  return [
    route(calls.listAllSubscriptions, {
      owns: 'anybody',
      limit: 'read',
      audit: 'nothing',
      handle: async ({ query }) => ({ status: 200, body: await listAllSubscriptions(dependencies, query) }),
    }),
    route(calls.getRevenue, {
      owns: 'anybody',
      limit: 'read',
      audit: 'nothing',
      handle: async () => ({ status: 200, body: await readRevenue(dependencies) }),
    }),
    route(calls.readTimeline, {
      owns: 'anybody',
      limit: 'read',
      audit: 'nothing',
      handle: async ({ params, query }) => ({
        status: 200,
        body: await readTimeline(dependencies, { ...params, ...query }),
      }),
    }),
    route(calls.cancelAnySubscription, {
      owns: 'anybody',
      limit: 'write',
      audit: 'subscription.cancelled',
      handle: async ({ params, body, record }) => ({
        status: 200,
        body: await cancelAnySubscription(dependencies, { ...params, ...body }, record),
      }),
    }),
    route(calls.extendSubscription, {
      owns: 'anybody',
      limit: 'write',
      audit: 'subscription.extended',
      handle: async ({ params, body, record }) => ({
        status: 200,
        body: await extendSubscription(dependencies, { ...params, ...body }, record),
      }),
    }),
    route(calls.changeGrant, {
      owns: 'anybody',
      limit: 'write',
      audit: 'grant.changed',
      handle: async ({ params, body, record }) => ({
        status: 200,
        body: await changeGrant(dependencies, { ...params, ...body }, record),
      }),
    }),
    route(calls.refundInvoice, {
      owns: 'anybody',
      limit: 'write',
      audit: 'payment.refunded',
      handle: async ({ params, body, caller, record }) => ({
        status: 200,
        body: await refundInvoice(dependencies, { invoiceId: params.id, actorId: caller.id, body }, record),
      }),
    }),
  ]
}
