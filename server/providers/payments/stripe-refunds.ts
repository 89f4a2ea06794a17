import * as v from 'valibot'
import { type Payments, PaymentsRefused } from './payments.ts'
import type { StripeClient } from './stripe-client.ts'
import { Named, Payments as PaymentsOfInvoice, Refund } from './stripe-shapes.ts'

const PAGE = 100

export function stripeRefunds({ request, onceForAll }: StripeClient): Pick<Payments, 'refund' | 'hasRefundFailed'> {
  /** The payment intent that paid an invoice. */
  async function findPaid(invoice: string): Promise<string> {
    const found = await request((stripe) => stripe.invoices.retrieve(invoice, { expand: ['payments'] }))
    const { payments } = v.parse(PaymentsOfInvoice, found)
    const paid = payments.data.find(({ status, payment }) => status === 'paid' && payment.payment_intent !== null)
    if (paid?.payment.payment_intent == null) throw new PaymentsRefused('invoice_not_paid')
    return paid.payment.payment_intent
  }

  return {
    async hasRefundFailed(id) {
      const { status } = v.parse(Refund, await request((stripe) => stripe.refunds.retrieve(id)))
      return status === 'failed' || status === 'canceled'
    },
    async refund({ invoice, amount, reference }) {
      const payment_intent = await findPaid(invoice)
      // Stripe forgets idempotency keys after a day, so an earlier attempt is looked for too.
      const { data } = await request((stripe) => stripe.refunds.list({ payment_intent, limit: PAGE }))
      const known = v
        .parse(v.array(Refund), data)
        .find(({ status, metadata }) => metadata?.reference === reference && status !== 'failed')
      if (known !== undefined) return known.id
      return request(async (stripe) => {
        const refund = { payment_intent, amount, reason: 'requested_by_customer', metadata: { reference } } as const
        return v.parse(Named, await stripe.refunds.create(refund, onceForAll('refund', reference))).id
      })
    },
  }
}
