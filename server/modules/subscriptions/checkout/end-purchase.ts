import type { PaymentSession } from '../../../providers/payments/payments.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { mapPaymentErrors } from '../map-payment-errors.ts'
import { type CheckoutRow, failCheckout, findOpenCheckout } from '../subscriptions.repository.ts'
import { syncUser } from '../sync/sync-customer.ts'

/** Expires an open purchase, so that it can no longer be paid; returns its session. */
export async function endPurchase(
  { db, payments }: BillingDeps,
  checkout: CheckoutRow,
): Promise<PaymentSession | undefined> {
  if (checkout.source !== payments.kind) return undefined
  if (checkout.source_id !== null) return payments.endSession(checkout.source_id)
  // A session may be just being created: `sessionInstead` ends it, or the next attempt if it is stored by now.
  const open = db.updateTable('checkouts').set({ status: 'failed' }).where('id', '=', checkout.id)
  await open.where('status', '=', 'open').where('source_id', 'is', null).execute()
  return undefined
}

/** Stores the result of a purchase. */
export async function settlePurchase(
  deps: BillingDeps,
  checkout: CheckoutRow,
  session: PaymentSession | undefined,
): Promise<void> {
  if (session?.status === 'complete') await syncUser(deps, checkout.user_id)
  else await failCheckout(deps.db, checkout)
}

/** Ends a user's open purchase before a grant by an admin or a gift of a code. Throws `payment_unavailable`. */
export async function endOpenPurchase(deps: BillingDeps, userId: number): Promise<void> {
  const checkout = await findOpenCheckout(deps.db, userId)
  if (checkout === undefined) return
  const ended = endPurchase(deps, checkout).then((session) => settlePurchase(deps, checkout, session))
  await mapPaymentErrors(ended)
}
