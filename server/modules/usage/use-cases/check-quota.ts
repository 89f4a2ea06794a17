import type { Dependencies } from '../../../dependencies.ts'
import type { Caller } from '../../../lib/caller.ts'
import { appError } from '../../../lib/errors.ts'
import { limitReached } from '../usage.errors.ts'
import { readUsage } from './read-usage.ts'

/**
 * Checks for a subscription with tokens left in its period before an answer is requested. Throws
 * `subscription_required`, or `limit_reached` with the start of the next period. An admin without a plan has no limit.
 * It runs before any lock is taken; `reserveTokens` makes the final decision.
 */
export async function requireQuota(
  dependencies: Pick<Dependencies, 'db' | 'now'>,
  caller: Pick<Caller, 'id' | 'isAdmin'>,
): Promise<void> {
  const usage = await readUsage(dependencies, caller.id)
  if (usage.plan === null && !caller.isAdmin) throw appError('subscription_required')
  const { resets_at } = usage
  if (!isUsedUp(usage) || resets_at === null) return
  throw limitReached(resets_at, dependencies.now())
}

/** Checked again when an answer begins, because answers before it in the queue may have used up the limit. */
export async function hasTokensLeft(dependencies: Pick<Dependencies, 'db' | 'now'>, userId: number): Promise<boolean> {
  return !isUsedUp(await readUsage(dependencies, userId))
}

const isUsedUp = ({ tokens }: Awaited<ReturnType<typeof readUsage>>): boolean =>
  tokens.limit !== null && tokens.used >= tokens.limit
