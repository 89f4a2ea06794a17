import type { Dependencies } from '../../../dependencies.ts'
import type { Caller } from '../../../lib/caller.ts'
import { requireSubscription } from '../../subscriptions/use-cases/entitlement.ts'
import { limitReached } from '../usage.errors.ts'
import { readUsage } from './read-usage.ts'

/**
 * What is asked before anything is written by the model: a subscription, and tokens left in its period. Throws
 * `subscription_required`, or `limit_reached` with the time at which the next period begins. An admin without a plan has
 * no limit. Asked before anything is locked; `reserveTokens` decides.
 */
export async function requireQuota(
  dependencies: Pick<Dependencies, 'db' | 'now'>,
  caller: Pick<Caller, 'id' | 'isAdmin'>,
): Promise<void> {
  await requireSubscription(dependencies, caller)
  const usage = await readUsage(dependencies, caller.id)
  const { resets_at } = usage
  if (!isUsedUp(usage) || resets_at === null) return
  throw limitReached(resets_at, dependencies.now())
}

/** Asked again when an answer begins: it may have waited behind others that used up what was left. */
export async function hasTokensLeft(dependencies: Pick<Dependencies, 'db' | 'now'>, userId: number): Promise<boolean> {
  return !isUsedUp(await readUsage(dependencies, userId))
}

const isUsedUp = ({ tokens }: Awaited<ReturnType<typeof readUsage>>): boolean =>
  tokens.limit !== null && tokens.used >= tokens.limit
