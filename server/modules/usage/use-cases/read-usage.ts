import type { ResponseOf } from '#contract/endpoint.ts'
import type { getUsageLimits as call } from '#contract/endpoints/companion.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { toPlan } from '../../plans/plans.mappers.ts'
import { findEntitlement } from '../../subscriptions/use-cases/entitlement.ts'
import { usedSince } from '../usage.repository.ts'

const limitOf = (limit: number): number | null => (limit === 0 ? null : limit)

/** The usage and the limits of this period. Without an active plan nothing is counted. */
export async function readUsage(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  userId: number,
): Promise<ResponseOf<typeof call>> {
  const period = await findEntitlement(db, userId, now())
  if (period === undefined) {
    const none = { used: 0, limit: null }
    return { plan: null, tokens: none, searches: none, period_start: null, resets_at: null }
  }
  const used = await usedSince(db, userId, period.start)
  return {
    plan: toPlan(period.plan),
    tokens: { used: used.tokens, limit: limitOf(period.plan.tokens_limit) },
    searches: { used: used.searches, limit: limitOf(period.plan.searches_limit) },
    period_start: period.start,
    resets_at: period.end,
  }
}
