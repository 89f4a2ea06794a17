import type { Subscription } from '#contract/objects/plan.ts'
import { PaymentsRefused, PaymentsUnreachable } from '../../../providers/payments/payments.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { checkoutNotFound } from '../subscriptions.errors.ts'
import { toSubscription } from '../subscriptions.mappers.ts'
import { findCheckout, listSubscriptions } from '../subscriptions.repository.ts'
import { syncUser } from '../sync/sync-customer.ts'

export interface CheckoutOutcome {
  status: 'complete' | 'pending' | 'failed'
  subscription: Subscription | null
}

/** The status of the user's own purchase; queries the processor while it is open. */
export async function getCheckoutStatus(
  deps: BillingDeps,
  userId: number,
  sessionId: string,
): Promise<CheckoutOutcome> {
  const { db, now, log } = deps
  const known = await findCheckout(db, userId, sessionId)
  if (known === undefined) throw checkoutNotFound()
  if (known.status === 'open' && known.source === deps.payments.kind) {
    await syncUser(deps, userId).catch((error: unknown) => {
      // The user sees no error, because the page polls the status again.
      if (!(error instanceof PaymentsUnreachable || error instanceof PaymentsRefused)) throw error
      log.warn({ err: error }, 'a purchase could not be looked up; it is asked again')
    })
  }
  const checkout = known.status === 'open' ? await findCheckout(db, userId, sessionId) : known
  if (checkout === undefined) throw checkoutNotFound()
  if (checkout.subscription_id === null) {
    return { status: checkout.status === 'failed' ? 'failed' : 'pending', subscription: null }
  }
  const rows = await listSubscriptions(db, userId)
  const row = rows.find(({ subscription }) => subscription.id === checkout.subscription_id)
  if (row === undefined) return { status: 'pending', subscription: null }
  return { status: 'complete', subscription: toSubscription(row, now()) }
}
