import type { Subscription } from '#contract/objects/plan.ts'
import { isoTime } from '../../../lib/time.ts'
import { isActiveNow } from '../active-now.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { mapPaymentErrors } from '../map-payment-errors.ts'
import { nothingToResume, paymentUnavailable } from '../subscriptions.errors.ts'
import { toSubscription } from '../subscriptions.mappers.ts'
import { findSubscription, type SubscriptionRow } from '../subscriptions.repository.ts'
import { syncUser } from '../sync/sync-customer.ts'
import { withChangeLease } from './change-lease.ts'

/**
 * Takes the cancellation of a user's own subscription back; one that is not cancelled stays as it is. Throws
 * `not_found`, `payment_unavailable`, and `conflict` for one that has ended.
 */
export async function resumeSubscription(deps: BillingDeps, userId: number, id: number): Promise<Subscription> {
  const { subscription } = await findSubscription(deps.db, userId, id)
  const time = isoTime(deps.now())
  if (!isActiveNow(subscription, time)) throw nothingToResume()
  if (subscription.source === 'grant') throw nothingToResume()
  // Read again under the lease: a cancellation by another tab that follows is no failure of this call.
  const resumed = async () => {
    if (subscription.source === 'trial') await resumeHere(deps, id)
    else await mapPaymentErrors(resumeThere(deps, userId, subscription))
    return findSubscription(deps.db, userId, id)
  }
  const isCancelled = subscription.cancel_at_period_end === 1
  const row = isCancelled ? await withChangeLease(deps, id, resumed) : await findSubscription(deps.db, userId, id)
  if (row.subscription.status === 'canceled') throw nothingToResume()
  if (isCancelled && row.subscription.cancel_at_period_end === 1) {
    throw paymentUnavailable(new Error('it is still cancelled'))
  }
  return toSubscription(row, deps.now())
}

async function resumeThere(
  deps: BillingDeps,
  userId: number,
  { source, source_id }: SubscriptionRow['subscription'],
): Promise<void> {
  if (source !== deps.payments.kind || source_id === null) {
    throw paymentUnavailable(new Error(`${source} is not connected`))
  }
  await deps.payments.resumeSubscription(source_id)
  // A subscription that the processor has no longer ends by this read.
  await syncUser(deps, userId)
}

async function resumeHere({ db, now }: BillingDeps, id: number): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ cancel_at_period_end: 0, updated_at: isoTime(now()) })
    .where('id', '=', id)
    .execute()
}
