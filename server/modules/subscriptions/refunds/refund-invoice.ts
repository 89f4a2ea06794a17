import type { Insertable } from 'kysely'
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import type { refundInvoice as call } from '#contract/endpoints/admin-billing.ts'
import { lockUser } from '../../../db/lock-user.ts'
import type { RefundsTable } from '../../../db/schema/schema-payments.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import { cleanText } from '../../../lib/text/clean-text.ts'
import { isoTime } from '../../../lib/time.ts'
import { PaymentsUnreachable } from '../../../providers/payments/payments.ts'
import { decimalOf, minorUnitsOf } from '../../../providers/payments/price-parts.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { mapPaymentErrors } from '../map-payment-errors.ts'
import {
  invoiceNotFound,
  notPaid,
  paymentUnavailable,
  refundNoted,
  refundRefused,
  refundTooLarge,
  refundUnderWay,
  requestUsed,
} from '../subscriptions.errors.ts'
import { syncUser } from '../sync/sync-customer.ts'
import { finishRefund } from './finish-refund.ts'
import { findInvoice, findRefund, insertRefund, type RefundRow, sumRefunded } from './refunds.repository.ts'

/** What an admin has ordered. */
interface RefundOrder {
  invoiceId: number
  actorId: number
  body: BodyOf<typeof call>
}

/**
 * Gives a payment back, whole or in part. The order is stored before the processor is asked, so that a repeat with the
 * same `request_id`, and a crash in between, refund once. Throws `not_found`; an error on `amount` above what was paid
 * and not yet refunded; `conflict` for an unpaid invoice, beside another refund of it, or when the processor refuses;
 * `payment_unavailable` while the result is unknown.
 */
export async function refundInvoice(
  deps: BillingDeps,
  order: RefundOrder,
  record: RecordAudit,
): Promise<ResponseOf<typeof call>> {
  const { db, payments } = deps
  const { request_id } = order.body
  const invoice = await findInvoice(db, order.invoiceId)
  if (invoice === undefined) throw invoiceNotFound()
  if (invoice.source !== payments.kind) throw paymentUnavailable(new Error(`${invoice.source} is not connected`))
  const known = await findRefund(db, request_id)
  // What was refunded at the processor itself counts too.
  if (known === undefined) await mapPaymentErrors(syncUser(deps, invoice.user_id))
  const refund = known ?? (await storeOrder(deps, order))
  if (refund.invoice_id !== invoice.id || refund.amount !== minorUnitsOf(order.body.amount)) throw requestUsed()
  if (refund.status === 'failed') throw refundRefused(new Error('it was refused before'))
  if (refund.status === 'done') {
    await record(db, { subject: { kind: 'user', id: invoice.user_id }, isRecorded: true })
  } else {
    await finishRefund(deps, refund, record).catch((error: unknown) => {
      throw error instanceof PaymentsUnreachable ? refundNoted(error) : error
    })
  }
  const after = (await findInvoice(db, invoice.id)) ?? invoice
  return { refunded: decimalOf(await sumRefunded(db, after)) }
}

/** Stores the order, unless more than is left of the payment is asked back. */
function storeOrder({ db, now }: BillingDeps, { invoiceId, actorId, body }: RefundOrder): Promise<RefundRow> {
  const amount = minorUnitsOf(body.amount)
  const time = isoTime(now())
  return db.transaction().execute(async (trx) => {
    const found = await findInvoice(trx, invoiceId)
    if (found === undefined || !(await lockUser(trx, found.user_id))) throw invoiceNotFound()
    const invoice = (await findInvoice(trx, invoiceId)) ?? found
    if (invoice.status !== 'paid') throw notPaid()
    if (amount > invoice.total - (await sumRefunded(trx, invoice))) throw refundTooLarge()
    const { user_id, currency, source } = invoice
    const values: Insertable<RefundsTable> = {
      user_id,
      invoice_id: invoiceId,
      request_id: body.request_id,
      actor_id: actorId,
      amount,
      currency,
      reason: cleanText(body.reason),
      status: 'pending',
      source,
      source_id: null,
      created_at: time,
      updated_at: time,
    }
    const inserted = (await insertRefund(trx, values)) ?? (await findRefund(trx, body.request_id))
    if (inserted === undefined) throw refundUnderWay()
    return inserted
  })
}
