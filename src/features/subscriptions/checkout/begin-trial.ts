import { checkout } from '#contract/endpoints/subscriptions.ts'
import { queryClient } from '#data/query-client.ts'
import { isFree } from '#lib/is-free.ts'
import { api } from '#session/api.ts'
import { refreshUser } from '#session/refresh-user.ts'
import { plansQuery } from '../plans/list-plans.ts'

/** Starts the signed-in user's free trial; false when none is on offer. Throws like the calls. */
export async function beginTrial(): Promise<boolean> {
  const { plans } = await queryClient.fetchQuery(plansQuery)
  const trial = plans.find(({ price }) => isFree(price))
  if (trial === undefined) return false
  await api.call(checkout, { body: { plan_id: trial.id } })
  await refreshUser()
  return true
}
