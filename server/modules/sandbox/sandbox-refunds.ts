import { isoTime } from '../../lib/time.ts'
import { type Payments, PaymentsRefused } from '../../providers/payments/payments.ts'
import type { SandboxDeps } from './sandbox.repository.ts'
import { writeEvents } from './sandbox-events.ts'

export function sandboxRefunds({ db, now }: SandboxDeps): Pick<Payments, 'refund' | 'hasRefundFailed'> {
  return {
    hasRefundFailed: async () => false,
    refund: ({ invoice: id, amount, reference }) =>
      db.transaction().execute(async (trx) => {
        const invoice = await trx
          .updateTable('sandbox_invoices')
          // Changes nothing, but lets two refunds of an invoice wait for each other.
          .set((eb) => ({ status: eb.ref('status') }))
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst()
        if (invoice === undefined) throw new PaymentsRefused('resource_missing')
        const refunds = await trx.selectFrom('sandbox_refunds').selectAll().where('invoice_id', '=', id).execute()
        if (refunds.some((refund) => refund.reference === reference)) return refundId(reference)
        const left = invoice.total - refunds.reduce((sum, refund) => sum + refund.amount, 0)
        if (invoice.status !== 'paid') throw new PaymentsRefused('invoice_not_paid')
        if (amount > left) throw new PaymentsRefused('amount_too_large', { param: 'amount' })
        const { user_id } = invoice
        const at = isoTime(now())
        await trx
          .insertInto('sandbox_refunds')
          .values({ reference, user_id, invoice_id: id, amount, created_at: at })
          .execute()
        await writeEvents(trx, { userId: user_id, types: ['charge.refunded'], object: id, at })
        return refundId(reference)
      }),
  }
}

const refundId = (reference: string) => `re_sandbox_${reference}`
