import type { Kysely } from 'kysely'
import type { Subscription } from '#contract/objects/plan.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { isoTime } from '../../../lib/time.ts'
import { isActiveNow } from '../active-now.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { withChangeLease } from '../changes/change-lease.ts'
import { recordMail, sendsMails } from '../mails/billing-mails.repository.ts'
import { mapPaymentErrors } from '../map-payment-errors.ts'
import { nothingToCancel, paymentUnavailable } from '../subscriptions.errors.ts'
import { toSubscription } from '../subscriptions.mappers.ts'
import { findSubscription, type SubscriptionRow } from '../subscriptions.repository.ts'
import { syncUser } from '../sync/sync-customer.ts'

/**
 * Cancels a user's own subscription at the end of its period, until when it gives access. One whose payment failed ends
 * at once. Calls `onCancelled` when that is certain, also when the new state cannot be read afterwards. Throws `conflict`
 * for one that is cancelled or has ended already, also when only the processor says so.
 */
export async function cancelSubscription(
  deps: BillingDeps,
  userId: number,
  id: number,
  onCancelled?: (db: Kysely<Database>) => Promise<void>,
): Promise<Subscription> {
  const { db, now } = deps
  const { subscription } = await findSubscription(db, userId, id)
  const isAlive = subscription.status !== 'canceled' && subscription.cancel_at_period_end === 0
  if (!isAlive) throw nothingToCancel()
  const isThere = subscription.source === 'stripe' || subscription.source === deps.payments.kind
  // Read again under the lease: another tab that takes the cancellation back afterwards is no failure of this call.
  const row = await withChangeLease(deps, id, async () => {
    if (!isThere) await cancelHere(deps, subscription, onCancelled)
    else {
      const cancelled = await mapPaymentErrors(cancelThere(deps, subscription))
      if (cancelled) await onCancelled?.(db)
      await mapPaymentErrors(syncUser(deps, userId))
      if (!cancelled) throw nothingToCancel()
    }
    return findSubscription(db, userId, id)
  })
  const isDone = row.subscription.status === 'canceled' || row.subscription.cancel_at_period_end === 1
  if (!isDone) throw paymentUnavailable(new Error('it is not cancelled'))
  return toSubscription(row, now())
}

/**
 * False when the processor has no such subscription, whose row has ended then. It is read first: a payment may have been
 * made or have failed meanwhile, and one that is paid ends later than one that is not.
 */
async function cancelThere(deps: BillingDeps, subscription: SubscriptionRow['subscription']): Promise<boolean> {
  const { id, user_id, source, source_id } = subscription
  if (source !== deps.payments.kind || source_id === null) {
    throw paymentUnavailable(new Error(`${source} is not connected`))
  }
  await syncUser(deps, user_id)
  const { status } = (await findSubscription(deps.db, user_id, id)).subscription
  if (status === 'canceled') return false
  return isPaid(status) ? deps.payments.cancelSubscription(source_id) : deps.payments.endSubscription(source_id)
}

const isPaid = (status: SubscriptionRow['subscription']['status']): boolean =>
  status === 'active' || status === 'trialing'

/** For trials, grants, and subscriptions of an earlier sandbox, which no processor manages. */
async function cancelHere(
  { db, now, config }: BillingDeps,
  subscription: SubscriptionRow['subscription'],
  onCancelled?: (trx: Kysely<Database>) => Promise<void>,
): Promise<void> {
  const time = isoTime(now())
  if (!isActiveNow(subscription, time)) throw nothingToCancel()
  const { id, user_id } = subscription
  await db.transaction().execute(async (trx) => {
    const cancelled = await trx
      .updateTable('subscriptions')
      .set({ cancel_at_period_end: 1, updated_at: time })
      .where('id', '=', id)
      .where('cancel_at_period_end', '=', 0)
      .returning('id')
      .executeTakeFirst()
    if (cancelled === undefined) throw nothingToCancel()
    const mail = { user_id, kind: 'cancelled', key: `cancelled ${id} ${time}`, subscription_id: id } as const
    if (sendsMails(config)) await recordMail(trx, mail, time)
    await onCancelled?.(trx)
  })
}
