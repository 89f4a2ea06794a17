import type { RecordAudit } from '../../../lib/audit-actions.ts'
import { isoTime } from '../../../lib/time.ts'
import { PaymentsDeclined, PaymentsRefused } from '../../../providers/payments/payments.ts'
import { decimalOf } from '../../../providers/payments/price-parts.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { makeDue } from '../customers.repository.ts'
import { refundRefused } from '../subscriptions.errors.ts'
import { syncUser } from '../sync/sync-customer.ts'
import { findInvoice, type RefundRow, settleRefund } from './refunds.repository.ts'

/**
 * Makes a refund that is under way at the processor, also again after a crash or a lost response: its request id is the
 * idempotency key. Throws `conflict` when the processor refuses it, PaymentsUnreachable when the result is unknown.
 */
export async function finishRefund(deps: BillingDeps, refund: RefundRow, record: RecordAudit): Promise<void> {
  const { db, now, log, payments } = deps
  const { id, user_id, amount, currency, request_id } = refund
  const invoice = await findInvoice(db, refund.invoice_id ?? 0)
  const settle = async (status: 'done' | 'failed', source_id: string | null) =>
    db.transaction().execute(async (trx) => {
      const time = isoTime(now())
      const isFirst = await settleRefund(trx, id, { status, source_id, updated_at: time })
      if (status === 'failed') return
      const details = { refund: id, invoice: invoice?.id ?? null, amount: decimalOf(amount), currency }
      // Otherwise a concurrent repeat has recorded it.
      await record(trx, { subject: { kind: 'user', id: user_id }, details, isRecorded: !isFirst })
      await makeDue(trx, user_id, time)
    })
  try {
    if (invoice === undefined) throw new PaymentsRefused('resource_missing')
    const made = await payments.refund({ invoice: invoice.source_id, amount, reference: request_id })
    await settle('done', made)
  } catch (error) {
    if (!(error instanceof PaymentsRefused || error instanceof PaymentsDeclined)) throw error
    await settle('failed', null)
    throw refundRefused(error)
  }
  // The refund is made, whether or not the invoice can be read now: the billing job reads it next.
  await syncUser(deps, user_id).catch((error: unknown) => {
    log.warn({ err: error, user: user_id }, 'a refunded invoice could not be read; it is read later')
  })
}
