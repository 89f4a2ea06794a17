import { discountAmountAt, discountAmountOfPeriod } from './discounts.ts'
import { type Form, list, metadataOf, part, text } from './form.ts'
import { newInvoice } from './objects/new-invoice.ts'
import { newPhase, newSchedule } from './objects/new-schedule.ts'
import { taxedAs } from './objects/new-subscription.ts'
import type { NewLine, StripePrice, StripeSubscription } from './objects/stripe-objects.ts'
import { after, find, newId, type Routes, type StripeModel, type StripeProblem, seconds } from './state.ts'
import { hasLocation, requireTaxable, wantsTax } from './tax.ts'

/** An empty text takes the discounts off. */
const isCleared = (form: Form): boolean => form.discounts === ''
const refused = (param: string): StripeProblem => ({ status: 400, param })

/** The calls that change a subscription. */
export function changeRoutes(model: StripeModel): Routes {
  const now = () => seconds(model.now())
  const findUncanceled = (id: unknown, param?: string): StripeSubscription => {
    const found = find(model.subscriptions, id, param)
    if (found.status === 'canceled')
      throw { status: 404, code: 'resource_missing', param: 'id' } satisfies StripeProblem
    return found
  }
  /** The new price of the one item, and what is settled for the rest of the period. */
  function settlement(subscription: StripeSubscription, form: Form, name: string, whole: Form = form) {
    const [wanted] = list(form, 'items')
    const [item] = subscription.items.data
    if (wanted?.id !== item.id) throw { ...refused(`${name}[0][id]`), code: 'resource_missing' }
    const price = find(model.prices, wanted.price, `${name}[0][price]`)
    if (price.currency !== subscription.currency) throw refused('currency')
    const date = Number(form.proration_date ?? now())
    if (subscription.status === 'trialing') return { price, lines: [] }
    if (date < item.current_period_start || date > item.current_period_end) throw refused('proration_date')
    const old = item.price.unit_amount
    const paid = old - discountAmountOfPeriod(model, subscription, old, item.current_period_start)
    const kept = isCleared(whole) ? { ...subscription, discounts: [] } : subscription
    const cost = price.unit_amount - discountAmountAt(model, kept, price.unit_amount, date)
    return { price, lines: settled(item, price, { date, paid, cost }) }
  }

  return {
    'GET subscriptions/:id': (id) => find(model.subscriptions, id),
    'POST subscriptions/:id': (id, form) => {
      const subscription = findUncanceled(id)
      const isEnd = form.cancel_at_period_end !== undefined || form.cancel_at !== undefined
      // Such a request has to be made to the schedule.
      if (isEnd && subscription.schedule !== null) throw refused('cancel_at_period_end')
      if (form.items !== undefined) {
        const { price, lines } = settlement(subscription, form, 'items')
        if (wantsTax(form)) {
          requireTaxable(find(model.customers, subscription.customer), price, 'items[0][price]')
          Object.assign(subscription, taxedAs(true))
        }
        const due = lines.reduce((sum, { amount }) => sum + amount, 0)
        if (due > 0 && model.declined.has(subscription.customer)) {
          if (form.payment_behavior !== 'error_if_incomplete') throw refused('payment_behavior')
          throw { status: 402, code: 'card_declined', type: 'card_error' } satisfies StripeProblem
        }
        model.setPrice(id, price)
        if (isCleared(form)) subscription.discounts = []
        if (lines.length > 0 && form.proration_behavior === 'always_invoice') {
          model.createInvoice(subscription, lines, 'subscription_update')
        }
      }
      if (form.trial_end !== undefined) {
        const end = Number(form.trial_end)
        if (end <= now()) throw refused('trial_end')
        // A trial begins at once and is the current period; what was paid for the rest of the former one is not
        // settled.
        if (form.proration_behavior !== 'none') throw refused('proration_behavior')
        const [item] = subscription.items.data
        if (subscription.status !== 'trialing') item.current_period_start = now()
        item.current_period_end = end
        const trial = { trial_start: item.current_period_start, trial_end: end, billing_cycle_anchor: end }
        Object.assign(subscription, { status: 'trialing', ...trial })
      }
      if (form.cancel_at_period_end !== undefined) {
        subscription.cancel_at_period_end = form.cancel_at_period_end === 'true'
      }
      if (form.cancel_at === '') subscription.cancel_at = null
      Object.assign(subscription.metadata, metadataOf(form))
      model.change(id, {})
      return subscription
    },
    'DELETE subscriptions/:id': (id) => {
      findUncanceled(id)
      model.change(id, { status: 'canceled', schedule: null })
      return find(model.subscriptions, id)
    },
    'POST invoices/create_preview': (_, form) => {
      find(model.customers, form.customer, 'customer')
      const subscription = findUncanceled(form.subscription, 'subscription')
      const details = part(form, 'subscription_details')
      const { lines } = settlement(subscription, details, 'subscription_details[items]', form)
      const taxed = wantsTax(form) ? { ...subscription, ...taxedAs(true) } : subscription
      const made = { id: newId('upcoming_in'), created: now(), subscription: taxed, lines }
      const customer = find(model.customers, subscription.customer)
      return newInvoice({ ...made, isPaid: false, reason: 'upcoming', hasLocation: hasLocation(customer) })
    },
    'POST subscription_schedules': (_, form) => {
      const subscription = findUncanceled(form.from_subscription, 'from_subscription')
      if (subscription.schedule !== null) throw refused('from_subscription')
      const schedule = newSchedule(newId('sub_sched'), now(), subscription)
      model.schedules.set(schedule.id, schedule)
      model.change(subscription.id, { schedule: schedule.id })
      return schedule
    },
    'GET subscription_schedules/:id': (id) => find(model.schedules, id),
    'POST subscription_schedules/:id': (id, form) => {
      const schedule = find(model.schedules, id)
      if (schedule.status !== 'active') throw refused('id')
      let start = schedule.current_phase?.start_date ?? now()
      schedule.phases = list(form, 'phases').map((phase, n) => {
        const price = find(model.prices, list(phase, 'items')[0]?.price, `phases[${n}][items][0][price]`)
        const end_date = phase.end_date === undefined ? after(start, durationOf(phase)) : Number(phase.end_date)
        const isTaxed = phase.automatic_tax === undefined ? null : wantsTax(phase)
        if (isTaxed) requireTaxable(find(model.customers, schedule.customer), price, `phases[${n}][items][0][price]`)
        const discounts = list(phase, 'discounts').map(({ discount }) => find(model.discounts, discount).id)
        const made = newPhase({ start_date: start, end_date, price, metadata: metadataOf(phase), isTaxed, discounts })
        start = end_date
        return made
      })
      return schedule
    },
    'POST subscription_schedules/:id/release': (id) => {
      const schedule = find(model.schedules, id)
      if (schedule.status !== 'active') throw refused('id')
      const subscription = String(schedule.subscription)
      const released = { subscription: null, released_subscription: subscription, released_at: now() }
      Object.assign(schedule, { status: 'released', current_phase: null, ...released })
      model.change(subscription, { schedule: null })
      return schedule
    },
  }
}

function durationOf(phase: Form): Pick<StripePrice, 'recurring'> {
  const { interval, interval_count } = part(phase, 'duration')
  const every = { interval: interval as 'month', interval_count: Number(interval_count ?? 1) }
  return { recurring: { ...every, meter: null, trial_period_days: null, usage_type: 'licensed' } }
}

/**
 * The lines of a change, counted by the second: what is left of what was paid, and what the new price costs. Discounts
 * are in the amounts of these lines.
 */
function settled(
  item: StripeSubscription['items']['data'][0],
  price: StripePrice,
  { date, paid, cost: whole }: { date: number; paid: number; cost: number },
): NewLine[] {
  const { current_period_start: start, current_period_end: end, price: old } = item
  const left = (end - date) / (end - start)
  const isSame = text({ ...old.recurring }, 'interval') === price.recurring.interval
  const rest = { period: { start: date, end }, isProration: true }
  const cost = isSame ? Math.round(whole * left) : whole
  return [
    { id: newId('il'), amount: -Math.round(paid * left), description: 'Unused time', price: old, ...rest },
    { id: newId('il'), amount: cost, description: isSame ? 'Remaining time' : 'The new plan', price, ...rest },
  ]
}
