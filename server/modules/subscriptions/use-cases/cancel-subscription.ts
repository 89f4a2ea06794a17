import type { Subscription } from '#contract/objects/plan.ts'
import { isoTime } from '../../../lib/time.ts'
import { isActiveNow } from '../active-now.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { mapPaymentErrors } from '../map-payment-errors.ts'
import { nothingToCancel, paymentUnavailable, subscriptionNotFound } from '../subscriptions.errors.ts'
import { toSubscription } from '../subscriptions.mappers.ts'
import { listSubscriptions, type SubscriptionRow } from '../subscriptions.repository.ts'
import { syncUser } from '../sync/sync-customer.ts'

/**
 * Cancels a user's own subscription at the end of its period, until when it gives access. One whose payment failed
 * gives no access and ends at once. Throws `conflict` where nothing would be charged any more.
 */
export async function cancelSubscription(deps: BillingDeps, userId: number, id: number): Promise<Subscription> {
  const { now } = deps
  const { subscription } = await find(deps, userId, id)
  const isAlive = subscription.status !== 'canceled' && subscription.cancel_at_period_end === 0
  if (!isAlive) throw nothingToCancel()
  if (subscription.source === 'stripe' || subscription.source === deps.payments.kind) {
    await mapPaymentErrors(cancelThere(deps, userId, subscription))
  } else {
    await cancelHere(deps, subscription)
  }
  return toSubscription(await find(deps, userId, id), now())
}

async function find({ db }: BillingDeps, userId: number, id: number): Promise<SubscriptionRow> {
  const row = (await listSubscriptions(db, userId)).find(({ subscription }) => subscription.id === id)
  if (row === undefined) throw subscriptionNotFound()
  return row
}

async function cancelThere(
  deps: BillingDeps,
  userId: number,
  { source, source_id, status }: SubscriptionRow['subscription'],
): Promise<void> {
  if (source !== deps.payments.kind || source_id === null) {
    throw paymentUnavailable(new Error(`${source} is not connected`))
  }
  const isPaid = status === 'active' || status === 'trialing'
  if (isPaid) await deps.payments.cancelSubscription(source_id)
  else await deps.payments.endSubscription(source_id)
  await syncUser(deps, userId)
}

/** For trials, grants, and subscriptions of an earlier sandbox, which no processor manages. */
async function cancelHere({ db, now }: BillingDeps, subscription: SubscriptionRow['subscription']): Promise<void> {
  const time = isoTime(now())
  if (!isActiveNow(subscription, time)) throw nothingToCancel()
  const cancelled = await db
    .updateTable('subscriptions')
    .set({ cancel_at_period_end: 1, updated_at: time })
    .where('id', '=', subscription.id)
    .where('cancel_at_period_end', '=', 0)
    .returning('id')
    .executeTakeFirst()
  if (cancelled === undefined) throw nothingToCancel()
}
