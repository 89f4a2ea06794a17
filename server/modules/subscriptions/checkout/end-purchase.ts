import type { PaymentSession } from '../../../providers/payments/payments.ts'
import type { BillingNeeds } from '../billing.deps.ts'
import { whenReached } from '../payment-unavailable.ts'
import { type CheckoutRow, failCheckout, findOpenCheckout } from '../subscriptions.repository.ts'
import { syncPerson } from '../sync/sync-customer.ts'

/** Nobody can pay it any more, unless somebody has; says what it is now. */
export async function endPurchase(
  { db, payments }: BillingNeeds,
  checkout: CheckoutRow,
): Promise<PaymentSession | undefined> {
  if (checkout.source !== payments.kind) return undefined
  if (checkout.source_id !== null) return payments.endSession(checkout.source_id)
  // Its session may be on its way: whoever waits for it sees (`kept`) that it came too late. If it is there by now, the
  // next round ends it.
  const open = db.updateTable('checkouts').set({ status: 'failed' }).where('id', '=', checkout.id)
  await open.where('status', '=', 'open').where('source_id', 'is', null).execute()
  return undefined
}

/** Writes down what a purchase has become. */
export async function settlePurchase(
  needs: BillingNeeds,
  checkout: CheckoutRow,
  session: PaymentSession | undefined,
): Promise<void> {
  if (session?.status === 'complete') await syncPerson(needs, checkout.user_id)
  else await failCheckout(needs.db, checkout)
}

/** Ends what a person is buying, for somebody who gives them a subscription. Throws `payment_unavailable`. */
export async function endOpenPurchase(needs: BillingNeeds, userId: number): Promise<void> {
  const checkout = await findOpenCheckout(needs.db, userId)
  if (checkout === undefined) return
  const ended = endPurchase(needs, checkout).then((session) => settlePurchase(needs, checkout, session))
  await whenReached(ended)
}
