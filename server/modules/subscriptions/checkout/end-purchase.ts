import type { PaymentSession } from '../../../providers/payments/payments.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { mapPaymentErrors } from '../map-payment-errors.ts'
import { type CheckoutRow, failCheckout, findOpenCheckout } from '../subscriptions.repository.ts'
import { syncUser } from '../sync/sync-customer.ts'

/** Nobody can pay it any more, unless somebody has; says what it is now. */
export async function endPurchase(
  { db, payments }: BillingDeps,
  checkout: CheckoutRow,
): Promise<PaymentSession | undefined> {
  if (checkout.source !== payments.kind) return undefined
  if (checkout.source_id !== null) return payments.endSession(checkout.source_id)
  // Its session may be on its way: whoever waits for it sees (`kept`) that it came too late. If it is there by now, the
  // next attempt ends it.
  const open = db.updateTable('checkouts').set({ status: 'failed' }).where('id', '=', checkout.id)
  await open.where('status', '=', 'open').where('source_id', 'is', null).execute()
  return undefined
}

/** Writes down what a purchase has become. */
export async function settlePurchase(
  deps: BillingDeps,
  checkout: CheckoutRow,
  session: PaymentSession | undefined,
): Promise<void> {
  if (session?.status === 'complete') await syncUser(deps, checkout.user_id)
  else await failCheckout(deps.db, checkout)
}

/** Ends what a user is buying, for somebody who gives them a subscription. Throws `payment_unavailable`. */
export async function endOpenPurchase(deps: BillingDeps, userId: number): Promise<void> {
  const checkout = await findOpenCheckout(deps.db, userId)
  if (checkout === undefined) return
  const ended = endPurchase(deps, checkout).then((session) => settlePurchase(deps, checkout, session))
  await mapPaymentErrors(ended)
}
