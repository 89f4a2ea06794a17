import { type Form, list, metadataOf, part, text } from './form.ts'
import { listOf } from './objects/new-invoice.ts'
import { newAccount, newConfiguration, newPortal } from './objects/new-portal.ts'
import { newCustomer, newPrice } from './objects/new-price.ts'
import { newSession } from './objects/new-session.ts'
import { changeRoutes } from './routes-of-changes.ts'
import { clockRoutes, setDefaultCard } from './routes-of-clocks.ts'
import { codeOfCheckout, couponRoutes, discountAmountOfCode } from './routes-of-coupons.ts'
import { refundRoutes } from './routes-of-refunds.ts'
import { find, newId, type Routes, type StripeModel, type StripeProblem, seconds } from './state.ts'
import { requireBehavior, requireCollection, wantsTax } from './tax.ts'

const refuse = (code: string, param?: string): never => {
  throw { status: 400, code, ...(param && { param }) } satisfies StripeProblem
}
const HOURS_48 = 48 * 3600

/** The calls of Stripe's API that this product uses. */
export function stripeRoutes(model: StripeModel): Routes {
  const customerOf = (form: Form, mayBeDeleted = false) => {
    const known = mayBeDeleted && model.deletedCustomers.has(text(form, 'customer'))
    return known ? text(form, 'customer') : find(model.customers, form.customer, 'customer').id
  }
  /** A page of a list, newest first. */
  const pageOf = <T extends { id: string }>(url: string, all: Iterable<T>, form: Form) => {
    const rows = [...all].reverse()
    const after = text(form, 'starting_after')
    const from = after === '' ? 0 : rows.findIndex(({ id }) => id === after) + 1
    if (after !== '' && from === 0) refuse('resource_missing', 'starting_after')
    const limit = Number(form.limit ?? 10)
    return listOf(url, rows.slice(from, from + limit), from + limit < rows.length)
  }
  const expands = (form: Form, name: string) => Object.values(part(form, 'expand')).includes(name)
  const now = () => seconds(model.now())

  return {
    ...changeRoutes(model),
    ...clockRoutes(model),
    ...couponRoutes(model),
    ...refundRoutes(model),
    'GET account': () => newAccount(model.account),
    'POST customers': (_, form) => {
      const made = { id: newId('cus'), created: now(), metadata: metadataOf(form) }
      const customer = newCustomer({ ...made, email: text(form, 'email'), name: text(form, 'name') })
      if (form.test_clock !== undefined) customer.test_clock = find(model.clocks, form.test_clock, 'test_clock').id
      model.customers.set(customer.id, customer)
      return customer
    },
    'POST customers/:id': (id, { invoice_settings, ...form }) => {
      const customer = Object.assign(find(model.customers, id), form)
      setDefaultCard(model, id, { invoice_settings })
      return customer
    },
    'DELETE customers/:id': (id) => {
      const customer = find(model.customers, id)
      for (const one of model.listUncanceled(id)) model.change(one.id, { status: 'canceled', schedule: null })
      model.customers.delete(id)
      model.deletedCustomers.set(id, customer)
      return { id, object: 'customer', deleted: true }
    },
    'POST prices': (_, form) => {
      if (text(part(form, 'product_data'), 'name') === '') refuse('parameter_missing', 'product_data[name]')
      const { interval, interval_count } = part(form, 'recurring')
      const price = newPrice({
        id: newId('price'),
        product: newId('prod'),
        created: now(),
        amount: Number(form.unit_amount),
        currency: text(form, 'currency'),
        interval: interval as 'month',
        intervalCount: Number(interval_count),
        metadata: metadataOf(form),
        taxBehavior: text(form, 'tax_behavior') || 'unspecified',
      })
      model.prices.set(price.id, price)
      return price
    },
    'POST checkout/sessions': (_, form) => {
      const customer = customerOf(form)
      const price = find(model.prices, list(form, 'line_items')[0]?.price, 'line_items[0][price]')
      const isTaxed = wantsTax(form)
      if (isTaxed) requireCollection(find(model.customers, customer), form)
      if (isTaxed) requireBehavior(price, 'line_items[0][price]')
      const code = codeOfCheckout(model, form, price)
      const { trial_end, trial_period_days, ...data } = part(form, 'subscription_data')
      if (trial_end !== undefined && Number(trial_end) < now() + HOURS_48)
        refuse('invalid_trial', 'subscription_data[trial_end]')
      const days = trial_period_days === undefined ? null : now() + Number(trial_period_days) * 86_400
      const session = newSession({
        id: newId('cs_test'),
        customer,
        created: now(),
        price,
        reference: text(form, 'client_reference_id'),
        metadata: metadataOf(form),
        successUrl: text(form, 'success_url'),
        cancelUrl: text(form, 'cancel_url'),
        isTaxed,
        discount:
          code === undefined ? null : { id: code, amount: discountAmountOfCode(model, code, price.unit_amount) },
      })
      const trialEnd = trial_end === undefined ? days : Number(trial_end)
      model.sessions.set(session.id, session)
      model.orders.set(session.id, { price, metadata: metadataOf(data), trialEnd, code })
      return session
    },
    'GET checkout/sessions/:id': (id) => find(model.sessions, id),
    'POST checkout/sessions/:id/expire': (id) => {
      const session = find(model.sessions, id)
      if (session.status !== 'open') refuse('checkout_session_not_open')
      Object.assign(session, { status: 'expired', url: null })
      model.createEvent('checkout.session.expired', session)
      return session
    },
    'GET subscriptions': (_, form) => {
      const customer = customerOf(form, true)
      const all = [...model.subscriptions.values()].filter((one) => one.customer === customer)
      const found = pageOf('/v1/subscriptions', all, form)
      const [withSchedule, withDiscounts] = [expands(form, 'data.schedule'), expands(form, 'data.discounts')]
      const data = found.data.map((one) => ({
        ...one,
        schedule: withSchedule ? (model.schedules.get(one.schedule ?? '') ?? null) : one.schedule,
        discounts: withDiscounts ? one.discounts.map((id) => find(model.discounts, id)) : one.discounts,
      }))
      return { ...found, data }
    },
    'GET invoices': (_, form) => {
      const customer = customerOf(form, true)
      const all = [...model.invoices.values()].filter((one) => one.customer === customer)
      const found = pageOf('/v1/invoices', all, form)
      return expands(form, 'data.payments') ? found : { ...found, data: found.data.map(withoutPayments) }
    },
    'GET charges': (_, form) => {
      const customer = customerOf(form, true)
      return pageOf(
        '/v1/charges',
        [...model.charges.values()].filter((one) => one.customer === customer),
        form,
      )
    },
    'GET billing_portal/configurations': (_, form) =>
      pageOf('/v1/billing_portal/configurations', model.configurations.values(), form),
    'POST billing_portal/configurations': (_, form) => {
      const may = (feature: string) => text(part(part(form, 'features'), feature), 'enabled') === 'true'
      const rights = { mayCancel: may('subscription_cancel'), mayChange: may('subscription_update') }
      const made = newConfiguration({ id: newId('bpc'), created: now(), metadata: metadataOf(form), ...rights })
      model.configurations.set(made.id, made)
      return made
    },
    'POST billing_portal/sessions': (_, form) =>
      newPortal({
        id: newId('bps'),
        created: now(),
        customer: customerOf(form),
        configuration: find(model.configurations, form.configuration, 'configuration').id,
        returnUrl: text(form, 'return_url'),
        locale: text(form, 'locale'),
      }),
  }
}

const withoutPayments = <T extends { payments: unknown }>({ payments: _, ...invoice }: T) => invoice
