import { checkout } from '#contract/endpoints/subscriptions.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { isFree } from '#lib/is-free.ts'
import { api } from '#session/api.ts'
import { refreshUser } from '#session/refresh-user.ts'
import { currentSession } from '#session/state/session-atom.ts'
import { plansQuery } from '../plans/list-plans.ts'
import { mustConfirm } from './must-confirm.ts'

/**
 * Starts the signed-in user's free trial; false when none is on offer, or the address has to be confirmed first. Throws
 * like the calls.
 */
export async function beginTrial(): Promise<boolean> {
  const user = currentSession()?.user
  if (user !== undefined && mustConfirm(await queryClient.fetchQuery(configQuery), user)) return false
  const { plans } = await queryClient.fetchQuery(plansQuery)
  const trial = plans.find(({ price }) => isFree(price))
  if (trial === undefined) return false
  await api.call(checkout, { body: { plan_id: trial.id } })
  await refreshUser()
  return true
}
