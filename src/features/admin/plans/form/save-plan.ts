import { isApiError } from '#api/errors.ts'
import { createPlan, updatePlan } from '#contract/endpoints/admin.ts'
import { PRODUCT } from '#contract/limits.ts'
import type { AdminPlan } from '#contract/objects/plan.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'
import { allPlansQuery } from '../list-all-plans.ts'
import type { PlanFormValues } from './plan-schema.ts'

/** The idempotency key of a new plan with these values, until its result is known: also when its dialog is closed. */
let unknown = { values: '', requestId: '' }

/** Creates a plan. After a lost response the same values create no second one. */
export async function createNewPlan(values: PlanFormValues): Promise<void> {
  const text = JSON.stringify(values)
  if (unknown.values !== text) unknown = { values: text, requestId: crypto.randomUUID() }
  const body = { ...values, product: PRODUCT, id: 0, request_id: unknown.requestId } as const
  const plan = await api.call(createPlan, { body })
  unknown = { values: '', requestId: '' }
  // The first request has made it, and it was archived since: another one is wanted.
  if (plan.is_archived) await createNewPlan(values)
}

type Saved = { saved: AdminPlan } | { theirs: AdminPlan }

/**
 * Saves a plan if its version is still the one seen. Otherwise changes nothing and returns the other admin's plan, or
 * says that the values are saved: by an earlier request whose response was lost, if not by the other admin.
 */
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
    if (isSame(theirs, values)) return { saved: theirs }
    return { theirs }
  }
}

function isSame(plan: PlanFormValues, values: PlanFormValues): boolean {
  const names = Object.keys(values) as (keyof PlanFormValues)[]
  return names.every((name) => JSON.stringify(plan[name]) === JSON.stringify(values[name]))
}
