import { AppError } from '../../../lib/errors.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { mapPaymentErrors } from '../map-payment-errors.ts'
import { finishOrder } from '../refunds/finish-order.ts'
import { findUnfinishedRefunds } from '../refunds/refunds.repository.ts'
import { paymentUnavailable } from '../subscriptions.errors.ts'
import { findOpenCheckout } from '../subscriptions.repository.ts'

/** Managed by this server alone: the user is not charged. */
const local = ['trial', 'grant', 'sandbox']

/**
 * Finishes a user's refunds, ends their charges and deletes their customer at the processor; the caller deletes the
 * rows. Throws `payment_unavailable` when that fails, so that nobody is charged for a deleted account or loses a refund
 * that was ordered.
 */
export function cancelBilling(deps: BillingDeps, userId: number): Promise<void> {
  return mapPaymentErrors(cancel(deps, userId))
}

async function cancel(deps: BillingDeps, userId: number): Promise<void> {
  const { db, payments } = deps
  const elsewhere = await findElsewhere(db, userId, [...local, payments.kind])
  if (elsewhere !== undefined) throw paymentUnavailable(new Error(`${elsewhere} is not connected`))
  await finishOrdered(deps, userId)
  // The session ends first, so that nothing can be bought for a deleted customer.
  const open = await findOpenCheckout(db, userId)
  if (open?.source === payments.kind && open.source_id !== null) await payments.endSession(open.source_id)
  const customers = await db
    .selectFrom('payment_customers')
    .select('customer_id')
    .where('user_id', '=', userId)
    .where('source', '=', payments.kind)
    .execute()
  for (const { customer_id } of customers) await payments.removeCustomer(customer_id)
  if (customers.length > 0) return
  const alive = db.selectFrom('subscriptions').select('source_id').where('user_id', '=', userId)
  for (const { source_id } of await alive.where('source', '=', payments.kind).execute()) {
    if (source_id !== null) await payments.endSubscription(source_id)
  }
}

/** Makes the refunds whose result is unknown, because their rows are deleted with the user. A refused one stays undone. */
async function finishOrdered(deps: BillingDeps, userId: number): Promise<void> {
  for (const refund of await findUnfinishedRefunds(deps.db, deps.payments.kind, { userId })) {
    await finishOrder(deps, refund).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      deps.log.warn({ err: error, refund: refund.id }, 'a refund could not be finished')
    })
  }
}

/** A processor that is not configured, but may still charge the user or store their data. */
async function findElsewhere(db: BillingDeps['db'], userId: number, here: readonly string[]) {
  const charging = await db
    .selectFrom('subscriptions')
    .select('source')
    .where('user_id', '=', userId)
    .where('status', '!=', 'canceled')
    .where('source', 'not in', here)
    .executeTakeFirst()
  const knowing = await db
    .selectFrom('payment_customers')
    .select('source')
    .where('user_id', '=', userId)
    .where('source', 'not in', here)
    .executeTakeFirst()
  return (charging ?? knowing)?.source
}
