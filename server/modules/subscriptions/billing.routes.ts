import * as calls from '#contract/endpoints/billing.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import { changePlan } from './changes/change-plan.ts'
import { dropScheduledChange } from './changes/drop-scheduled-change.ts'
import { previewChange } from './changes/preview-change.ts'
import { resumeSubscription } from './changes/resume-subscription.ts'
import { listInvoices } from './use-cases/list-invoices.ts'
import { openPortal } from './use-cases/open-portal.ts'
import { readPaymentAccount } from './use-cases/read-payment-account.ts'

/** What changes a subscription that was bought, and what was paid for it. */
export function billingRoutes(dependencies: Dependencies): Route[] {
  return [
    route(calls.resumeSubscription, {
      owns: 'self',
      limit: 'buy',
      handle: async ({ caller, body }) => ({
        status: 200,
        body: await resumeSubscription(dependencies, caller.id, body.subscription_id),
      }),
    }),
    route(calls.previewPlanChange, {
      owns: 'self',
      limit: 'buy',
      handle: async ({ caller, body }) => ({ status: 200, body: await previewChange(dependencies, caller.id, body) }),
    }),
    route(calls.changePlan, {
      owns: 'self',
      limit: 'buy',
      handle: async ({ caller, body }) => ({ status: 200, body: await changePlan(dependencies, caller.id, body) }),
    }),
    route(calls.dropScheduledChange, {
      owns: 'self',
      limit: 'buy',
      handle: async ({ caller, body }) => ({
        status: 200,
        body: await dropScheduledChange(dependencies, caller.id, body.subscription_id),
      }),
    }),
    route(calls.openBillingPortal, {
      owns: 'self',
      limit: 'buy',
      handle: async ({ caller, language }) => ({
        status: 200,
        body: { url: await openPortal(dependencies, { userId: caller.id, language }) },
      }),
    }),
    route(calls.listInvoices, {
      owns: 'self',
      limit: 'read',
      handle: async ({ caller }) => ({ status: 200, body: await listInvoices(dependencies, caller.id) }),
    }),
    route(calls.getPaymentAccount, {
      owns: 'nobody',
      audit: 'nothing',
      limit: 'read',
      handle: async () => ({ status: 200, body: await readPaymentAccount(dependencies) }),
    }),
  ]
}
