import { isoTime } from '../../../lib/time.ts'
import { EventRefused } from '../../../providers/payments/payments.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { findCustomer } from '../customers.repository.ts'
import { mapPaymentErrors } from '../map-payment-errors.ts'
import { eventRefused } from '../subscriptions.errors.ts'
import { syncCustomer } from './sync-customer.ts'

/**
 * Handles an event of the payment processor's webhook. The event is only a hint that something happened to a customer:
 * the customer's state is read back from the processor, so neither the order of events nor repeats matter. Resolves
 * only when the state is stored, because the processor repeats an event that was not acknowledged.
 */
export async function receiveEvent(deps: BillingDeps, body: Uint8Array, signature: string): Promise<void> {
  const { db, payments, now, log } = deps
  const event = await payments.readEvent(body, signature).catch((error: unknown) => {
    throw error instanceof EventRefused ? eventRefused(error) : error
  })
  const known = db
    .selectFrom('payment_events')
    .select('id')
    .where('source', '=', payments.kind)
    .where('id', '=', event.id)
  if ((await known.executeTakeFirst()) !== undefined) return
  const customerId = event.customer
  const customer = customerId === null ? undefined : await findCustomer(db, payments.kind, { customerId })
  if (customer !== undefined) await mapPaymentErrors(syncCustomer(deps, customer))
  await db
    .insertInto('payment_events')
    .values({ source: payments.kind, id: event.id, type: event.type, handled_at: isoTime(now()) })
    .onConflict((first) => first.columns(['source', 'id']).doNothing())
    .execute()
  log.info(
    { eventId: event.id, type: event.type, isKnownCustomer: customer !== undefined },
    'an event of the payment processor was handled',
  )
}
