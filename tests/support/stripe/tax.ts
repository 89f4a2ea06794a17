import type { Stripe } from 'stripe'
import { type Form, part, text } from './form.ts'
import type { StripeCustomer, StripePrice } from './objects/stripe-objects.ts'
import type { StripeProblem } from './state.ts'

/** The one rate of these tests, wherever a customer lives. */
const PERCENT = 20

/** The tax of an amount in minor units: on top of it, or the part of it that is tax. */
export function taxesOf(amount: number, behavior: StripePrice['tax_behavior']): Stripe.Invoice.TotalTax[] {
  const isOnTop = behavior === 'exclusive'
  const tax = Math.round((amount * PERCENT) / (isOnTop ? 100 : 100 + PERCENT))
  return [
    {
      amount: tax,
      tax_behavior: isOnTop ? 'exclusive' : 'inclusive',
      tax_rate_details: { tax_rate: 'txr_tests' },
      taxability_reason: 'standard_rated',
      taxable_amount: isOnTop ? amount : amount - tax,
      type: 'tax_rate_details',
    },
  ]
}

/** Whether the place of a customer is known, on which the tax depends. */
export const hasLocation = ({ address }: StripeCustomer): boolean => Boolean(address?.country)

/** Refuses to compute a tax without a place, or for a price that does not say how the tax relates to it. */
export function requireTaxable(customer: StripeCustomer, price: StripePrice, param: string): void {
  if (!hasLocation(customer)) {
    throw { status: 400, code: 'customer_tax_location_invalid', param: 'automatic_tax' } satisfies StripeProblem
  }
  requireBehavior(price, param)
}

/** An account without a default refuses such a price. */
export function requireBehavior({ tax_behavior }: StripePrice, param: string): void {
  if (tax_behavior !== 'exclusive' && tax_behavior !== 'inclusive') {
    throw { status: 400, param } satisfies StripeProblem
  }
}

export const wantsTax = (form: Form): boolean => text(part(form, 'automatic_tax'), 'enabled') === 'true'

/** A checkout may store what it asks an existing customer for only where it is allowed to. */
export function requireCollection(customer: StripeCustomer, form: Form): void {
  const update = part(form, 'customer_update')
  if (!hasLocation(customer) && update.address !== 'auto') {
    throw { status: 400, code: 'customer_tax_location_invalid', param: 'customer_update' } satisfies StripeProblem
  }
  if (text(part(form, 'tax_id_collection'), 'enabled') === 'true' && update.name !== 'auto') {
    throw { status: 400, param: 'tax_id_collection[enabled]' } satisfies StripeProblem
  }
}
