import type { BodyOf } from '#contract/endpoint.ts'
import type { extendSubscription as call } from '#contract/endpoints/admin-billing.ts'
import type { Subscription } from '#contract/objects/plan.ts'
import { addInterval } from '../../../lib/add-interval.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import { DAY_MS, isoTime } from '../../../lib/time.ts'
import { isPaidNow } from '../../subscriptions/active-now.ts'
import type { BillingDeps } from '../../subscriptions/billing.deps.ts'
import { withChangeLease } from '../../subscriptions/changes/change-lease.ts'
import { mapPaymentErrors } from '../../subscriptions/map-payment-errors.ts'
import {
  changedMeanwhile,
  changeScheduledByUser,
  nothingToExtend,
  paymentUnavailable,
} from '../../subscriptions/subscriptions.errors.ts'
import { toSubscription } from '../../subscriptions/subscriptions.mappers.ts'
import type { SubscriptionRow } from '../../subscriptions/subscriptions.repository.ts'
import { syncUser } from '../../subscriptions/sync/sync-customer.ts'
import { endIsFar } from '../../users/users.errors.ts'
import { findAnySubscription } from '../subscription-of-anybody.repository.ts'

/** Stripe lets a period without a charge end at most two years ahead. */
const MAX_MS = 729 * DAY_MS

/**
 * Lets the period of a subscription end a month later, without a charge. The end that the admin saw has to be given, so
 * that a second click extends nothing more. Throws `not_found`; `conflict` when the end is another one, nothing runs,
 * or another plan is scheduled; `date_far`; `payment_unavailable`.
 */
export async function extendSubscription(
  deps: BillingDeps,
  { id, current_period_end: seen }: { id: number } & BodyOf<typeof call>,
  record: RecordAudit,
): Promise<Subscription> {
  const { db, now, payments } = deps
  const { subscription, plan } = await findAnySubscription(db, id)
  const { user_id, source, current_period_end: end } = subscription
  const until = decide(subscription, Date.parse(seen), now())
  const entry = { subject: { kind: 'user', id: user_id }, details: { plan: plan.id, subscription: id, until } } as const
  if (source === 'stripe' || source === payments.kind) {
    await withChangeLease(deps, id, async () => {
      // Decided again, because another change may have just ended.
      decide((await findAnySubscription(db, id)).subscription, Date.parse(seen), now())
      const extended = await mapPaymentErrors(extendThere(deps, subscription, until))
      // Recorded before the read, which may fail. The row is then as it was, and a repeat leaves no other entry.
      if (extended) await record(db, { ...entry, onceSince: subscription.updated_at })
      await mapPaymentErrors(syncUser(deps, user_id))
      if (!extended) throw nothingToExtend()
    })
    if ((await findAnySubscription(db, id)).subscription.current_period_end === end) {
      throw paymentUnavailable(new Error('it was not extended'))
    }
  } else {
    await db.transaction().execute(async (trx) => {
      const extended = await trx
        .updateTable('subscriptions')
        .set({ current_period_end: until, updated_at: isoTime(now()) })
        .where('id', '=', id)
        .where('current_period_end', '=', end)
        .where('status', '!=', 'canceled')
        .returning('id')
        .executeTakeFirst()
      if (extended === undefined) throw changedMeanwhile()
      await record(trx, entry)
    })
  }
  return toSubscription(await findAnySubscription(db, id), now())
}

/** Returns the new end of the period, a month later. Throws when the subscription cannot be extended to it. */
function decide(subscription: SubscriptionRow['subscription'], seen: number, now: number): string {
  const { current_period_end: end, scheduled_terms_id } = subscription
  if (!isPaidNow(subscription, isoTime(now))) throw nothingToExtend()
  if (Date.parse(end) !== seen) throw changedMeanwhile()
  if (scheduled_terms_id !== null) throw changeScheduledByUser()
  // Stripe counts by seconds.
  const until = addInterval(isoTime(Math.floor(Date.parse(end) / 1000) * 1000), 'month')
  if (Date.parse(until) > now + MAX_MS) throw endIsFar()
  return until
}

/** False when the processor has no such subscription. */
async function extendThere(
  deps: BillingDeps,
  { source, source_id }: SubscriptionRow['subscription'],
  until: string,
): Promise<boolean> {
  if (source !== deps.payments.kind || source_id === null) {
    throw paymentUnavailable(new Error(`${source} is not connected`))
  }
  return deps.payments.extendSubscription(source_id, until)
}
