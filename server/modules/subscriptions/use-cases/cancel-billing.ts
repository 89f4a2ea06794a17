import type { BillingDeps } from '../billing.deps.ts'
import { mapPaymentErrors } from '../map-payment-errors.ts'
import { paymentUnavailable } from '../subscriptions.errors.ts'
import { findOpenCheckout } from '../subscriptions.repository.ts'

/** Managed by this server alone: the user is not charged. */
const local = ['trial', 'grant', 'sandbox']

/**
 * Ends a user's charges and deletes their customer at the processor; the caller deletes the rows. Throws
 * `payment_unavailable` when that fails, so that nobody is charged for a deleted account.
 */
export function cancelBilling(deps: Pick<BillingDeps, 'db' | 'payments'>, userId: number): Promise<void> {
  return mapPaymentErrors(cancel(deps, userId))
}

async function cancel({ db, payments }: Pick<BillingDeps, 'db' | 'payments'>, userId: number): Promise<void> {
  const elsewhere = await findElsewhere(db, userId, [...local, payments.kind])
  if (elsewhere !== undefined) throw paymentUnavailable(new Error(`${elsewhere} is not connected`))
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
