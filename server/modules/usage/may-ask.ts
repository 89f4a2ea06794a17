import type { Dependencies } from '../../dependencies.ts'
import { httpError } from '../../http/errors.ts'
import type { Caller } from '../../http/route.ts'
import { requireSubscription } from '../subscriptions/entitlement.ts'
import { readUsage } from './read-usage.ts'

/**
 * What is asked before anything is written by the model: a subscription, and tokens left in its period. Throws
 * `subscription_required`, or `limit_reached` with the time at which the next period begins. An admin without a plan has no limit.
 */
export async function mayAsk(
  dependencies: Pick<Dependencies, 'db' | 'now'>,
  caller: Pick<Caller, 'id' | 'isAdmin'>,
): Promise<void> {
  await requireSubscription(dependencies, caller)
  const { tokens, resets_at } = await readUsage(dependencies, caller.id)
  if (tokens.limit === null || tokens.used < tokens.limit || resets_at === null) return
  const retryAfter = (Date.parse(resets_at) - dependencies.now()) / 1000
  throw httpError('limit_reached', { retryAfter, resetsAt: resets_at })
}
