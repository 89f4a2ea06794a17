import type { Stripe } from 'stripe'

/** What lets Stripe compute the tax of a change, a preview or a phase of a schedule; nothing without taxes. */
export const automaticTax = (isOn: boolean): { automatic_tax?: { enabled: true } } =>
  isOn ? { automatic_tax: { enabled: true } } : {}

type SessionTax = Pick<
  Stripe.Checkout.SessionCreateParams,
  'automatic_tax' | 'billing_address_collection' | 'tax_id_collection' | 'customer_update'
>

/** The same for a checkout, whose page asks for what the tax depends on and stores it with the customer. */
export const checkoutTax = (isOn: boolean): SessionTax =>
  isOn
    ? {
        ...automaticTax(true),
        billing_address_collection: 'required',
        tax_id_collection: { enabled: true },
        // Stripe takes neither an address nor a tax id of an existing customer otherwise.
        customer_update: { address: 'auto', name: 'auto' },
      }
    : {}
