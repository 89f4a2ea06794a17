import type { Language } from '#contract/primitives.ts'
import { isoTime } from '../../../lib/time.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { findCustomer, schedulePoll } from '../customers.repository.ts'
import { mapPaymentErrors } from '../map-payment-errors.ts'
import { noCustomer } from '../subscriptions.errors.ts'
import { OPEN_MS } from '../sync/next-poll.ts'

/**
 * Returns the URL of the processor's billing portal for a user who is a customer there, as from the first checkout on.
 * Throws `not_found` and `payment_unavailable`.
 */
export async function openPortal(
  { db, payments, config, now }: BillingDeps,
  { userId, language }: { userId: number; language: Language },
): Promise<string> {
  const customer = await findCustomer(db, payments.kind, { userId })
  if (customer === undefined || customer.gone_at !== null) throw noCustomer()
  const options = { returnUrl: `${config.publicUrl}/account`, language }
  const url = await mapPaymentErrors(payments.openPortal(customer.customer_id, options))
  // A webhook reports what is paid there; it may be lost, so the customer is also polled, once the user may have paid.
  const at = isoTime(now() + OPEN_MS)
  await schedulePoll(db, { user_id: userId, source: payments.kind }, { at, unlessBy: at })
  return url
}
