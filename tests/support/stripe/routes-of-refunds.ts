import { metadataOf } from './form.ts'
import { listOf } from './objects/new-invoice.ts'
import { newRefund } from './objects/new-refund.ts'
import type { StripeCharge } from './objects/stripe-objects.ts'
import { find, newId, type Routes, type StripeModel, type StripeProblem, seconds } from './state.ts'

/** The calls about refunds, of the charge that a payment intent made. */
export function refundRoutes(model: StripeModel): Routes {
  const chargeOf = (intent: unknown): StripeCharge => {
    const charges = [...model.charges.values()].filter((charge) => charge.payment_intent === intent)
    const charge = charges.find(({ status }) => status === 'succeeded')
    if (charge !== undefined) return charge
    throw { status: 400, code: 'resource_missing', param: 'payment_intent' } satisfies StripeProblem
  }
  return {
    'GET invoices/:id': (id) => find(model.invoices, id),
    'GET refunds': (_, form) => {
      const all = [...model.refunds.values()].filter(({ payment_intent }) => payment_intent === form.payment_intent)
      return listOf('/v1/refunds', all.reverse())
    },
    'GET refunds/:id': (id) => find(model.refunds, id),
    'POST refunds': (_, form) => {
      const charge = chargeOf(form.payment_intent)
      const left = charge.amount - charge.amount_refunded
      const amount = Number(form.amount ?? left)
      if (left === 0) throw { status: 400, code: 'charge_already_refunded' } satisfies StripeProblem
      if (amount > left) throw { status: 400, code: 'amount_too_large', param: 'amount' } satisfies StripeProblem
      const created = seconds(model.now())
      const refund = newRefund({ id: newId('re'), created, charge, amount, metadata: metadataOf(form) })
      model.refunds.set(refund.id, refund)
      Object.assign(charge, { amount_refunded: charge.amount_refunded + amount, refunded: amount === left })
      model.createEvent('charge.refunded', charge)
      return refund
    },
  }
}
