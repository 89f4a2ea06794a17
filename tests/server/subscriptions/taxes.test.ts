import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { changePlan, listInvoices, previewPlanChange } from '#contract/endpoints/billing.ts'
import { listPlans } from '#contract/endpoints/subscriptions.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { createBillingJob } from '#server/modules/subscriptions/sync/billing-job.ts'
import { startMailServer } from '#support/fakes/mail-server.ts'
import { describeServerOnEachEngine, type TestServer } from '#support/servers/test-server.ts'
import { createMailbox, mailSettings, runBillingJob, withCalls } from '#support/stripe/mailed-user.ts'
import { createBuyer, makePlan } from '#support/stripe/payments.ts'
import { startStripeServer } from '#support/stripe/stripe-server.ts'

const stripe = await startStripeServer()
const post = await startMailServer()
const { newestTo } = createMailbox(post)
afterAll(async () => {
  await stripe.close()
  await post.close()
})

type Plans = Record<'monthly' | 'expensive' | 'smaller' | 'inEuros', number>

async function makePlans(server: TestServer): Promise<Plans> {
  stripe.now = server.dependencies.now
  const { db } = server.dependencies
  return {
    monthly: await makePlan(db, { price: '10.00', title: 'Monthly' }),
    expensive: await makePlan(db, { price: '20.00', title: 'Dearer' }),
    smaller: await makePlan(db, { price: '5.00', title: 'Smaller' }),
    inEuros: await makePlan(db, { price: '12.00', title: 'In euros', currency: 'EUR' }),
  }
}

/** A user who has bought the plan. */
async function sell(server: TestServer, plan: number) {
  const user = await createBuyer(server, stripe)
  const { session_id, paid } = await user.pay(plan)
  const newest = async () => (await user.subscriptions())[0]
  await user.success(session_id)
  const wanted = async (plan_id: number) => ({
    token: await user.token(),
    body: { subscription_id: (await newest())?.id ?? 0, plan_id },
  })
  return {
    ...user,
    paid,
    newest,
    invoices: async () => server.call(listInvoices, { token: await user.token() }),
    preview: async (plan_id: number) => server.reply(previewPlanChange, await wanted(plan_id)),
    change: async (plan_id: number, quote = {}) => {
      const { token, body } = await wanted(plan_id)
      return server.reply(changePlan, { token, body: { ...body, ...quote } })
    },
  }
}

const bodiesOf = (path: RegExp) =>
  stripe.requests.filter((request) => request.method === 'POST' && path.test(request.path)).map(({ form }) => form)

describeServerOnEachEngine(
  'taxes by Stripe',
  (server) => {
    const db = () => server().dependencies.db
    const round = () => createBillingJob(server().dependencies).runOnce()
    let plans: Plans
    beforeAll(async () => {
      plans = await makePlans(server())
    })
    beforeEach(() => {
      stripe.requests.length = 0
    })

    it('are added to a price in US dollars, and the checkout asks for the address and the tax id', async () => {
      const user = await sell(server(), plans.monthly)
      expect(bodiesOf(/\/checkout\/sessions$/)).toMatchObject([
        {
          automatic_tax: { enabled: 'true' },
          billing_address_collection: 'required',
          tax_id_collection: { enabled: 'true' },
          customer_update: { address: 'auto', name: 'auto' },
        },
      ])
      expect(bodiesOf(/\/prices$/)).toMatchObject([{ tax_behavior: 'exclusive' }])
      expect(await user.newest()).toMatchObject({ plan: { price: '10.00', tax: 'exclusive' } })
      expect(await user.invoices()).toMatchObject([{ amount: '12.00', tax: '2.00', status: 'paid' }])
    })

    it('are contained in a price in another currency', async () => {
      const user = await sell(server(), plans.inEuros)
      expect(bodiesOf(/\/prices$/)).toMatchObject([{ tax_behavior: 'inclusive' }])
      expect(await user.newest()).toMatchObject({ plan: { price: '12.00', tax: 'inclusive' } })
      expect(await user.invoices()).toMatchObject([{ amount: '12.00', tax: '2.00', currency: 'EUR' }])
    })

    it('are said of the plans on sale, but not of a free one', async () => {
      const found = await server().call(listPlans, {})
      expect(Object.fromEntries(found.map(({ title, tax }) => [title, tax]))).toMatchObject({
        Monthly: 'exclusive',
        'In euros': 'inclusive',
      })
      expect(found.filter(({ price }) => price === '0.00').map(({ tax }) => tax)).toEqual([null])
    })

    it('are part of the amount of a change, which is charged as it was shown', async () => {
      const user = await sell(server(), plans.monthly)
      server().advance(10 * DAY_MS)
      const { status, body: shown } = await user.preview(plans.expensive)
      expect(status).toBe(200)
      const { due_now, tax_now } = shown as { due_now: string; tax_now: string }
      expect(Number(tax_now)).toBeGreaterThan(0)
      expect(Number(tax_now)).toBeCloseTo(Number(due_now) / 6, 1)
      expect(await user.change(plans.expensive, shown as object)).toMatchObject({ status: 200 })
      expect((await user.invoices())[0]).toMatchObject({ amount: due_now, tax: tax_now })
    })

    it('are computed of a plan that follows when the period ends', async () => {
      const user = await sell(server(), plans.monthly)
      expect((await user.change(plans.smaller)).status).toBe(200)
      stripe.renew(user.paid.id)
      server().advance(32 * DAY_MS)
      await round()
      expect((await user.invoices())[0]).toMatchObject({ amount: '6.00', tax: '1.00' })
    })

    it('change nothing that needs an address before it is there', async () => {
      const user = await sell(server(), plans.monthly)
      const customer = stripe.customers.get(user.customer())
      if (customer === undefined) throw new Error('the customer is gone')
      // Sold before taxes were computed.
      customer.address = null
      user.paid.automatic_tax.enabled = false
      server().advance(DAY_MS)
      await round()
      expect(await user.newest()).toMatchObject({ plan: { tax: null } })
      const refused = { status: 409, body: { code: 'conflict', message: expect.stringContaining('billing address') } }
      expect(await user.preview(plans.expensive)).toMatchObject(refused)
      expect(await user.change(plans.expensive)).toMatchObject(refused)
      expect(await user.change(plans.smaller)).toMatchObject(refused)
      expect(user.paid.items.data[0].price.unit_amount).toBe(1000)
      expect(await user.newest()).toMatchObject({ plan: { id: plans.monthly }, scheduled: null })

      customer.address = { city: null, country: 'US', line1: null, line2: null, postal_code: '12345', state: 'NY' }
      expect(await user.change(plans.expensive)).toMatchObject({ status: 200, body: { plan: { tax: 'exclusive' } } })
    })

    it('make a price again that did not say whether it includes them', async () => {
      await sell(server(), plans.monthly)
      await db().updateTable('payment_prices').set({ tax_behavior: null }).execute()
      for (const price of stripe.prices.values()) price.tax_behavior = 'unspecified'
      stripe.requests.length = 0
      const user = await sell(server(), plans.monthly)
      expect(bodiesOf(/\/prices$/)).toMatchObject([{ tax_behavior: 'exclusive' }])
      expect(user.paid.items.data[0].price.tax_behavior).toBe('exclusive')
      await sell(server(), plans.monthly)
      expect(bodiesOf(/\/prices$/)).toHaveLength(1)
    })

    it('leave the name of a business as the checkout has stored it', async () => {
      const user = await sell(server(), plans.monthly)
      const customer = stripe.customers.get(user.customer())
      if (customer === undefined) throw new Error('the customer is gone')
      customer.name = 'Analytical Engines Ltd'
      server().advance(2 * DAY_MS)
      await round()
      expect(bodiesOf(new RegExp(`/customers/${customer.id}$`))).toEqual([{ email: user.email }])
      expect(customer.name).toBe('Analytical Engines Ltd')
    })
  },
  { env: { ...stripe.env, STRIPE_TAX: 'on' } },
)

describeServerOnEachEngine(
  'mails about plans with taxes',
  (server) => {
    it('say in both languages that a tax is added to a price in US dollars, also of a plan that follows', async () => {
      const plans = await makePlans(server())
      const user = await withCalls(server(), await createBuyer(server(), stripe))
      await user.success((await user.pay(plans.monthly)).session_id)
      await runBillingJob(server())
      expect(newestTo(user.email).text).toContain('for $10.00 a month, plus tax.')
      await user.change(plans.smaller)
      await runBillingJob(server())
      expect((await user.write('en')).details).toContain('Price: $5.00 a month, plus tax')
      expect((await user.write('es')).details).toContain('Precio: 5,00 $ al mes, más impuestos')
    })

    it('add nothing to a price that contains the tax', async () => {
      const plans = await makePlans(server())
      const user = await withCalls(server(), await createBuyer(server(), stripe))
      await user.success((await user.pay(plans.inEuros)).session_id)
      await runBillingJob(server())
      expect(newestTo(user.email).text).toContain('for €12.00 a month.')
    })
  },
  { env: { ...stripe.env, STRIPE_TAX: 'on', ...mailSettings(post) } },
)

describeServerOnEachEngine(
  'a server without taxes',
  (server) => {
    it('sends nothing about them, and says nothing beside a price', async () => {
      const plans = await makePlans(server())
      stripe.requests.length = 0
      const user = await sell(server(), plans.monthly)
      await user.preview(plans.expensive)
      await user.change(plans.smaller)
      const about = /automatic_tax|tax_id|billing_address|customer_update/
      expect(stripe.requests.filter(({ form }) => about.test(JSON.stringify(form)))).toEqual([])
      expect(await user.newest()).toMatchObject({ plan: { tax: null } })
      expect((await server().call(listPlans, {})).filter(({ tax }) => tax !== null)).toEqual([])
      expect(await user.invoices()).toMatchObject([{ amount: '10.00', tax: '0.00' }])
    })
  },
  { env: stripe.env },
)
