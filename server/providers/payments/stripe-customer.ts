import * as v from 'valibot'
import type { PaidInvoice, Payments } from './payments.ts'
import { orMissing, type StripeClient } from './stripe-client.ts'
import { Charge, invoiceOf, Named, subscriptionOf } from './stripe-shapes.ts'

const PAGE = 100

interface Page<T> {
  data: readonly T[]
  has_more: boolean
}

/** What Stripe has about a customer, and its page for customers. */
export function stripeCustomer(
  { request, once }: StripeClient,
  installation: string,
): Pick<Payments, 'readCustomer' | 'openPortal'> {
  /** All objects of a list, newest first. */
  async function all<T extends { id: string }>(page: (from: { starting_after?: string }) => Promise<Page<T>>) {
    const found: T[] = []
    for (let after: string | undefined; ; after = found.at(-1)?.id) {
      const { data, has_more } = await page(after === undefined ? {} : { starting_after: after })
      found.push(...data)
      if (!has_more || data.length === 0) return found
    }
  }

  async function listInvoices(customer: string): Promise<PaidInvoice[]> {
    const of = { customer, limit: PAGE }
    const invoices = await all((from) =>
      request((stripe) => stripe.invoices.list({ ...of, ...from, expand: ['data.payments'] })),
    )
    // An invoice does not say what was refunded of it; the charges of its payments do.
    const charges =
      invoices.length === 0 ? [] : await all((from) => request((stripe) => stripe.charges.list({ ...of, ...from })))
    const paid = v.parse(v.array(Charge), charges)
    return invoices.flatMap((invoice) => invoiceOf(invoice, paid) ?? [])
  }

  async function listSubscriptions(customer: string) {
    const found = await all((from) =>
      request((stripe) =>
        stripe.subscriptions.list({
          customer,
          status: 'all',
          limit: PAGE,
          expand: ['data.schedule', 'data.discounts'],
          ...from,
        }),
      ),
    )
    return found.map(subscriptionOf)
  }

  let configuring: Promise<string> | undefined
  /** Plans are changed and cancelled here and not at Stripe, so our configuration of its portal leaves both out. */
  const configuration = (): Promise<string> => {
    configuring ??= findOrCreate().catch((error: unknown) => {
      configuring = undefined
      throw error
    })
    return configuring
  }
  async function findOrCreate(): Promise<string> {
    const known = await all((from) =>
      request((stripe) => stripe.billingPortal.configurations.list({ active: true, limit: PAGE, ...from })),
    )
    const ours = known.find(({ metadata }) => metadata?.installation === installation)
    if (ours !== undefined) return v.parse(Named, ours).id
    return request(async (stripe) => {
      const created = await stripe.billingPortal.configurations.create(
        {
          features: {
            customer_update: { enabled: true, allowed_updates: ['address', 'tax_id'] },
            invoice_history: { enabled: true },
            payment_method_update: { enabled: true },
            subscription_cancel: { enabled: false },
            subscription_pause: { enabled: false },
            subscription_update: { enabled: false },
          },
          metadata: { installation },
        },
        once('portal'),
      )
      return v.parse(Named, created).id
    })
  }

  return {
    async readCustomer(customer) {
      // One after the other: a plan that is read as changed must not miss the invoice of its change.
      const subscriptions = await orMissing(listSubscriptions(customer))
      const invoices = subscriptions && (await orMissing(listInvoices(customer)))
      return subscriptions && invoices && { subscriptions, invoices }
    },
    async openPortal(customer, { returnUrl, language }) {
      const of = { customer, return_url: returnUrl, locale: language, configuration: await configuration() }
      return request(async (stripe) => v.parse(Portal, await stripe.billingPortal.sessions.create(of)).url)
    },
  }
}

const Portal = v.object({ url: v.pipe(v.string(), v.url()) })
