import { isApiError } from '#api/errors.ts'
import { createPlan, updatePlan } from '#contract/endpoints/admin.ts'
import { PRODUCT } from '#contract/limits.ts'
import type { AdminPlan } from '#contract/objects/plan.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'
import { allPlansQuery } from '../list-all-plans.ts'
import type { PlanFormValues } from './plan-schema.ts'

export const createNewPlan = (values: PlanFormValues): Promise<AdminPlan> =>
  api.call(createPlan, { body: { ...values, product: PRODUCT, id: 0 } })

type Saved = { saved: AdminPlan } | { theirs: AdminPlan }

/** Saves a plan if its version is still the one seen. Otherwise changes nothing and returns the other admin's plan. */
export async function saveChangedPlan(seen: AdminPlan, values: PlanFormValues): Promise<Saved> {
  const { id, version } = seen
  try {
    return { saved: await api.call(updatePlan, { params: { id }, body: { ...values, version } }) }
  } catch (error) {
    if (!isApiError(error) || error.code !== 'conflict') throw error
    const plans = await queryClient.fetchQuery(allPlansQuery)
    const theirs = plans.find((plan) => plan.id === id)
    // The plan was archived or deleted: the server's error message says so.
    if (!theirs || theirs.is_archived || theirs.version === version) throw error
    return { theirs }
  }
}
