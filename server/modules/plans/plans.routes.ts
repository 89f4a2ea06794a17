import * as calls from '#contract/endpoints/admin.ts'
import { listPlans as listPlansCall } from '#contract/endpoints/subscriptions.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import { planMessage } from './plan-messages.ts'
import { createPlan } from './use-cases/create-plan.ts'
import { deletePlan } from './use-cases/delete-plan.ts'
import { listAllPlans, listPlans } from './use-cases/list-plans.ts'
import { restorePlan } from './use-cases/restore-plan.ts'
import { updatePlan } from './use-cases/update-plan.ts'

export function planRoutes(dependencies: Dependencies): Route[] {
  return [
    route(listPlansCall, {
      owns: 'nobody',
      limit: 'public',
      handle: async () => ({ status: 200, body: await listPlans(dependencies) }),
    }),
    route(calls.listAllPlans, {
      owns: 'nobody',
      limit: 'read',
      audit: 'nothing',
      handle: async () => ({ status: 200, body: await listAllPlans(dependencies) }),
    }),
    route(calls.createPlan, {
      owns: 'nobody',
      limit: 'write',
      audit: 'plan.created',
      handle: async ({ body, record }) => ({ status: 201, body: await createPlan(dependencies, body, record) }),
    }),
    route(calls.updatePlan, {
      owns: 'nobody',
      limit: 'write',
      audit: 'plan.changed',
      handle: async ({ params, body, record }) => ({
        status: 200,
        body: await updatePlan(dependencies, params.id, body, record),
      }),
    }),
    route(calls.restorePlan, {
      owns: 'nobody',
      limit: 'write',
      audit: 'plan.restored',
      handle: async ({ params, record }) => ({ status: 200, body: await restorePlan(dependencies, params.id, record) }),
    }),
    route(calls.deletePlan, {
      owns: 'nobody',
      limit: 'write',
      audit: 'plan.deleted',
      handle: async ({ params, language, record }) => ({
        status: 200,
        body: planMessage(await deletePlan(dependencies, params.id, record), language),
      }),
    }),
  ]
}
