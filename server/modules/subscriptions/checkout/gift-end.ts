import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import { addInterval } from '../../../lib/add-interval.ts'
import { isoTime } from '../../../lib/time.ts'
import type { PlanRow } from '../../plans/plans.mappers.ts'
import { isActiveNow, isPaidNow } from '../active-now.ts'
import { codeWhileSubscribed } from '../codes/promotion-codes.errors.ts'
import { listSubscriptions, type SubscriptionRow } from '../subscriptions.repository.ts'

interface Wanted {
  userId: number
  plan: PlanRow
  /** The length of the gift; 0 for a discount. */
  months: number
}

interface GiftEnd {
  until: string
  /** What is running, whose days left come before the gift: a trial, or an earlier gift of the same plan. */
  running: SubscriptionRow['subscription'] | undefined
}

/**
 * When a gift would end that begins now: days left of a trial or of an earlier gift of the plan are kept. Throws
 * `code_plan_running` at the field beside any other plan that is running.
 */
export async function giftEnd(
  { db, now }: { db: Kysely<Database>; now: () => number },
  { userId, plan, months }: Wanted,
): Promise<GiftEnd> {
  const time = isoTime(now())
  const all = await listSubscriptions(db, userId)
  const isBought = ({ source, status }: SubscriptionRow['subscription']) =>
    source !== 'trial' && source !== 'grant' && status !== 'canceled'
  // The processor may still charge for one whose payment failed; a purchase ends it, a gift does not.
  const rows = all.filter((row) => isActiveNow(row.subscription, time) || (months > 0 && isBought(row.subscription)))
  const precedes = ({ subscription }: SubscriptionRow) =>
    subscription.source === 'trial' ||
    (months > 0 && subscription.source === 'grant' && subscription.plan_id === plan.id)
  // Another free plan that was granted goes on beside the gift: its days would otherwise be days of the more expensive plan.
  if (rows.some((row) => row.plan.price !== '0.00' && !precedes(row))) throw codeWhileSubscribed()
  const running = rows.find((row) => precedes(row) && isPaidNow(row.subscription, time))?.subscription
  return { until: addInterval(running?.current_period_end ?? time, 'month', Math.max(1, months)), running }
}
