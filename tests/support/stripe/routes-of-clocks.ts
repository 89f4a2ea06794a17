import type { Stripe } from 'stripe'
import { type Form, list, metadataOf, part, text } from './form.ts'
import { find, newId, type Routes, type StripeModel, type StripeProblem, seconds } from './state.ts'

const DAY = 86_400
/** A card that can be attached, and is declined when it is charged. */
const FAILS_LATER = 'pm_card_chargeCustomerFail'

/**
 * The calls by which a check pays and lets months pass: test clocks, test cards and subscriptions without a page. One
 * clock moves the time of this whole Stripe.
 */
export function clockRoutes(model: StripeModel): Routes {
  const now = () => seconds(model.now())
  const requireCard = (customer: string): void => {
    const { default_payment_method: card } = find(model.customers, customer, 'customer').invoice_settings
    if (card === null) throw { status: 400, code: 'resource_missing' } satisfies StripeProblem
    if (!model.declined.has(customer)) return
    throw { status: 402, code: 'card_declined', type: 'card_error' } satisfies StripeProblem
  }

  return {
    'POST test_helpers/test_clocks': (_, form) => {
      const made = { id: newId('clock'), frozen_time: Number(form.frozen_time), name: text(form, 'name') || null }
      const clock: Stripe.TestHelpers.TestClock = {
        ...made,
        object: 'test_helpers.test_clock',
        created: now(),
        deletes_after: now() + 30 * DAY,
        livemode: false,
        status: 'ready',
        status_details: {},
      }
      model.clocks.set(clock.id, clock)
      model.now = () => clock.frozen_time * 1000
      return clock
    },
    'GET test_helpers/test_clocks/:id': (id) => find(model.clocks, id),
    'POST test_helpers/test_clocks/:id/advance': (id, form) => {
      const clock = find(model.clocks, id)
      const until = Number(form.frozen_time)
      if (until <= clock.frozen_time)
        throw { status: 400, code: 'parameter_invalid', param: 'frozen_time' } satisfies StripeProblem
      for (const { id: customer, test_clock } of model.customers.values()) {
        if (test_clock === id) renewDue(model, customer, until)
      }
      return Object.assign(clock, { frozen_time: until })
    },
    'DELETE test_helpers/test_clocks/:id': (id) => {
      find(model.clocks, id)
      model.clocks.delete(id)
      for (const [customer, { test_clock }] of model.customers) {
        if (test_clock === id) model.customers.delete(customer)
      }
      return { id, object: 'test_helpers.test_clock', deleted: true }
    },
    'POST payment_methods/:id/attach': (id, form) => {
      const customer = find(model.customers, form.customer, 'customer')
      if (!id.startsWith('pm_card_')) throw { status: 404, code: 'resource_missing' } satisfies StripeProblem
      const method: Stripe.PaymentMethod = {
        id: newId('pm'),
        object: 'payment_method',
        billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
        created: now(),
        customer: customer.id,
        customer_account: null,
        livemode: false,
        metadata: {},
        type: 'card',
      }
      model.cards.set(method.id, { customer: customer.id, isDeclined: id === FAILS_LATER })
      return method
    },
    'POST subscriptions': (_, form) => {
      const customer = find(model.customers, form.customer, 'customer')
      const price = find(model.prices, list(form, 'items')[0]?.price, 'items[0][price]')
      requireCard(customer.id)
      return model.createSubscription({
        customer: customer.id,
        price,
        metadata: metadataOf(form),
        trialEnd: null,
        isTaxed: false,
      })
    },
    'POST invoices/:id/pay': (id) => {
      const invoice = find(model.invoices, id)
      if (invoice.status !== 'open') throw { status: 400, code: 'invoice_already_paid' } satisfies StripeProblem
      requireCard(invoice.customer)
      model.payOpenInvoices(String(invoice.parent?.subscription_details?.subscription))
      return find(model.invoices, id)
    },
  }
}

/** Takes the card that a customer's next payments are charged to. */
export function setDefaultCard(model: StripeModel, customer: string, form: Form): void {
  const id = text(part(form, 'invoice_settings'), 'default_payment_method')
  if (id === '') return
  const card = find(model.cards, id, 'invoice_settings[default_payment_method]')
  if (card.customer !== customer) throw { status: 400, code: 'resource_missing' } satisfies StripeProblem
  find(model.customers, customer).invoice_settings.default_payment_method = id
  if (card.isDeclined) model.declined.add(customer)
  else model.declined.delete(customer)
}

/** Begins the periods of a customer's subscriptions that begin before a time, in order. */
function renewDue(model: StripeModel, customer: string, until: number): void {
  for (const { id } of model.listUncanceled(customer)) {
    for (;;) {
      const { status, items } = find(model.subscriptions, id)
      const end = items.data[0].current_period_end
      if (status === 'canceled' || end > until) break
      model.renew(id, !model.declined.has(customer))
    }
  }
}
