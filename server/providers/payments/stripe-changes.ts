import * as v from 'valibot'
import type { PlanChange, SubscriptionChanges } from './payments.ts'
import { recurrence } from './price-parts.ts'
import { orMissing, type StripeClient } from './stripe-client.ts'
import { EXTENDED, previewOf, Schedule, Sold } from './stripe-shapes.ts'
import { automaticTax } from './stripe-tax.ts'

/** Changes running subscriptions. A schedule of one is released before it is cancelled or its plan changed at once. */
export function stripeChanges({ request, once, tax }: StripeClient): SubscriptionChanges {
  const find = (id: string) => request(async (stripe) => v.parse(Sold, await stripe.subscriptions.retrieve(id)))

  async function release(schedule: string | null): Promise<void> {
    if (schedule !== null) await request((stripe) => stripe.subscriptionSchedules.release(schedule))
  }
  const secondsOf = (time: string) => Math.floor(Date.parse(time) / 1000)
  /** A trial has nothing to settle. */
  const counted = ({ countedTo }: PlanChange, { status }: v.InferOutput<typeof Sold>) =>
    status === 'trialing' ? {} : { proration_date: secondsOf(countedTo) }

  /** An empty text takes the discounts off; without the parameter they stay. */
  const without = ({ dropsDiscount }: PlanChange) => (dropsDiscount ? { discounts: '' as const } : {})

  return {
    async cancelSubscription(id) {
      const found = await orMissing(find(id))
      if (found === undefined || found.status === 'canceled') return false
      await release(found.schedule)
      const cancelled = request((stripe) => stripe.subscriptions.update(id, { cancel_at_period_end: true }))
      return (await orMissing(cancelled)) !== undefined
    },
    async resumeSubscription(id) {
      const found = await orMissing(find(id))
      if (found === undefined || found.status === 'canceled') return false
      // Stripe takes one of the two in a request; a date is set in its dashboard.
      const change = found.cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' as const }
      return (await orMissing(request((stripe) => stripe.subscriptions.update(id, change)))) !== undefined
    },
    async previewChange(change) {
      const found = await find(change.subscriptionId)
      return request(async (stripe) => {
        const preview = await stripe.invoices.createPreview({
          customer: found.customer,
          subscription: change.subscriptionId,
          subscription_details: {
            items: [{ id: found.item.id, price: change.price }],
            proration_behavior: 'always_invoice',
            ...counted(change, found),
          },
          ...without(change),
          ...automaticTax(tax),
        })
        return previewOf(preview)
      })
    },
    async changePlan(change, reference) {
      const found = await find(change.subscriptionId)
      // An earlier attempt whose response was lost.
      if (found.item.price === change.price) return
      await release(found.schedule)
      await request((stripe) =>
        stripe.subscriptions.update(
          change.subscriptionId,
          {
            items: [{ id: found.item.id, price: change.price }],
            metadata: { terms: change.terms },
            proration_behavior: 'always_invoice',
            payment_behavior: 'error_if_incomplete',
            ...counted(change, found),
            ...without(change),
            ...automaticTax(tax),
          },
          once('change', reference),
        ),
      )
    },
    async scheduleChange(change) {
      const { subscriptionId, price, interval, terms } = change
      const { schedule: known, metadata, automatic_tax, discounts: ids } = await find(subscriptionId)
      // A phase that names no discounts has none of the subscription.
      const discounts = ids.length === 0 ? {} : { discounts: ids.map((discount) => ({ discount })) }
      const schedule = await request(async (stripe) =>
        v.parse(
          Schedule,
          await (known === null
            ? stripe.subscriptionSchedules.create({ from_subscription: subscriptionId })
            : stripe.subscriptionSchedules.retrieve(known)),
        ),
      )
      const { current_phase: now, phases } = schedule
      const current = phases.find(({ start_date }) => start_date === now?.start_date)
      if (current === undefined) throw new Error('a schedule without a current phase')
      const { start_date, end_date, items } = current
      await request((stripe) =>
        stripe.subscriptionSchedules.update(schedule.id, {
          end_behavior: 'release',
          proration_behavior: 'none',
          phases: [
            // The period that is paid keeps the tax with which it was sold.
            { start_date, end_date, items, metadata: { ...metadata }, ...discounts, ...(tax && { automatic_tax }) },
            {
              items: [{ price, quantity: 1 }],
              duration: recurrence(interval),
              metadata: { ...metadata, terms },
              proration_behavior: 'none',
              ...discounts,
              ...without(change),
              ...automaticTax(tax),
            },
          ],
        }),
      )
    },
    async extendSubscription(id, until) {
      const found = await orMissing(find(id))
      if (found === undefined || found.status === 'canceled') return false
      // A period ends later only as a trial; a purchase that is in its trial anyway remains one.
      const isTrial = found.status === 'trialing' && found.metadata[EXTENDED] === undefined
      const extended = request((stripe) =>
        stripe.subscriptions.update(id, {
          trial_end: secondsOf(until),
          proration_behavior: 'none',
          ...(isTrial ? {} : { metadata: { [EXTENDED]: until } }),
        }),
      )
      return (await orMissing(extended)) !== undefined
    },
    async dropScheduledChange(id) {
      const found = await orMissing(find(id))
      await release(found?.schedule ?? null)
    },
  }
}
