import type { BodyOf } from '#contract/endpoint.ts'
import type { cancelAnySubscription as call } from '#contract/endpoints/admin-billing.ts'
import type { Subscription } from '#contract/objects/plan.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import { isoTime } from '../../../lib/time.ts'
import { isActiveNow } from '../../subscriptions/active-now.ts'
import type { BillingDeps } from '../../subscriptions/billing.deps.ts'
import { withChangeLease } from '../../subscriptions/changes/change-lease.ts'
import { recordMail, sendsMails } from '../../subscriptions/mails/billing-mails.repository.ts'
import { mapPaymentErrors } from '../../subscriptions/map-payment-errors.ts'
import { nothingToCancel, paymentUnavailable } from '../../subscriptions/subscriptions.errors.ts'
import { toSubscription } from '../../subscriptions/subscriptions.mappers.ts'
import type { SubscriptionRow } from '../../subscriptions/subscriptions.repository.ts'
import { syncUser } from '../../subscriptions/sync/sync-customer.ts'
import { cancelSubscription } from '../../subscriptions/use-cases/cancel-subscription.ts'
import { findAnySubscription } from '../subscription-of-anybody.repository.ts'

/**
 * Ends a user's subscription now, or when its period ends. Nothing is refunded. Throws `not_found`, `conflict` for one
 * that has ended or ends then anyway, `payment_unavailable`.
 */
export async function cancelAnySubscription(
  deps: BillingDeps,
  { id, when }: { id: number } & BodyOf<typeof call>,
  record: RecordAudit,
): Promise<Subscription> {
  const { db, now, payments, config } = deps
  const { subscription, plan } = await findAnySubscription(db, id)
  // What is done at the processor is recorded before it is read, because the read may fail. The row is then as it was,
  // and a repeat leaves no other entry.
  const entry = {
    subject: { kind: 'user', id: subscription.user_id },
    details: { plan: plan.id, subscription: id, when },
    onceSince: subscription.updated_at,
  } as const
  if (when === 'period_end') {
    return cancelSubscription(deps, subscription.user_id, id, (trx) => record(trx, entry))
  }
  if (subscription.status === 'canceled') throw nothingToCancel()
  if (subscription.source === 'stripe' || subscription.source === payments.kind) {
    await withChangeLease(deps, id, async () => {
      const ended = await mapPaymentErrors(endThere(deps, subscription))
      if (ended) await record(db, entry)
      await mapPaymentErrors(syncUser(deps, subscription.user_id))
      if (!ended) throw nothingToCancel()
    })
  } else {
    if (!isActiveNow(subscription, isoTime(now()))) throw nothingToCancel()
    await db.transaction().execute(async (trx) => {
      const time = isoTime(now())
      const ended = await trx
        .updateTable('subscriptions')
        .set({ status: 'canceled', current_period_end: time, updated_at: time })
        .where('id', '=', id)
        .where('status', '!=', 'canceled')
        .returning('id')
        .executeTakeFirst()
      if (ended === undefined) throw nothingToCancel()
      const mail = {
        user_id: subscription.user_id,
        kind: 'cancelled',
        key: `ended ${id}`,
        subscription_id: id,
      } as const
      if (sendsMails(config)) await recordMail(trx, mail, time)
      await record(trx, entry)
    })
  }
  const row = await findAnySubscription(db, id)
  if (row.subscription.status !== 'canceled') throw paymentUnavailable(new Error('it has not ended'))
  return toSubscription(row, now())
}

/** False when the processor has no such subscription, whose row has ended then. */
async function endThere(deps: BillingDeps, { source, source_id }: SubscriptionRow['subscription']): Promise<boolean> {
  if (source !== deps.payments.kind || source_id === null) {
    throw paymentUnavailable(new Error(`${source} is not connected`))
  }
  return deps.payments.endSubscription(source_id)
}
