import type { Subscription } from '#contract/objects/plan.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { mapPaymentErrors } from '../map-payment-errors.ts'
import { toSubscription } from '../subscriptions.mappers.ts'
import { findSubscription } from '../subscriptions.repository.ts'
import { syncUser } from '../sync/sync-customer.ts'
import { withChangeLease } from './change-lease.ts'

/** Takes a scheduled change of plan back; without one nothing happens. Throws `not_found`, `payment_unavailable`. */
export async function dropScheduledChange(deps: BillingDeps, userId: number, id: number): Promise<Subscription> {
  const { subscription } = await findSubscription(deps.db, userId, id)
  const { source, source_id, scheduled_terms_id } = subscription
  if (scheduled_terms_id !== null && source_id !== null && source === deps.payments.kind) {
    await withChangeLease(deps, id, () =>
      mapPaymentErrors(deps.payments.dropScheduledChange(source_id).then(() => syncUser(deps, userId))),
    )
  }
  return toSubscription(await findSubscription(deps.db, userId, id), deps.now())
}
