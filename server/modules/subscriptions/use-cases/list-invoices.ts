import * as v from 'valibot'
import type { Invoice } from '#contract/objects/invoice.ts'
import { Currency } from '#contract/objects/plan.ts'
import { decimalOf } from '../../../providers/payments/price-parts.ts'
import type { BillingDeps } from '../billing.deps.ts'

/** What a user was billed, newest first, as last read from the payment processor. */
export async function listInvoices({ db }: Pick<BillingDeps, 'db'>, userId: number): Promise<Invoice[]> {
  const rows = db.selectFrom('invoices').selectAll().where('user_id', '=', userId)
  const found = await rows.orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
  return found.map(({ id, created_at, description, total, tax, refunded, currency, status, receipt_url }) => ({
    id,
    created_at,
    description,
    amount: decimalOf(total),
    tax: decimalOf(tax),
    currency: v.parse(Currency, currency),
    status: status === 'paid' && refunded >= total ? 'refunded' : status,
    refunded: decimalOf(refunded),
    receipt_url,
  }))
}
