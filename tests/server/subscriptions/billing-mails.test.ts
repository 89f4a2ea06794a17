import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '#server/lib/time.ts'
import { syncUser } from '#server/modules/subscriptions/sync/sync-customer.ts'
import { startMailServer } from '#support/fakes/mail-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { createMailbox, mailSettings, runBillingJob as runJob, withCalls } from '#support/stripe/mailed-user.ts'
import { createBuyer, findOfferedPlan, makePlan, sendEvent } from '#support/stripe/payments.ts'
import { startStripeServer } from '#support/stripe/stripe-server.ts'

const stripe = await startStripeServer()
const post = await startMailServer()
const { mailsTo, subjectsTo, newestTo } = createMailbox(post)
afterAll(async () => {
  await stripe.close()
  await post.close()
})

describeServerOnEachEngine(
  'mails about money, with Stripe,',
  (server) => {
    let plans: Record<'monthly' | 'expensive' | 'yearly' | 'trial', number>
    beforeAll(async () => {
      const { db, now } = server().dependencies
      stripe.now = now
      plans = {
        monthly: await makePlan(db, { price: '10.00', title: 'Small' }),
        expensive: await makePlan(db, { price: '20.00', title: 'Large' }),
        yearly: await makePlan(db, { price: '100.00', title: 'Long', interval: 'year' }),
        trial: (await findOfferedPlan(server(), 'free-trial')).id,
      }
    })
    beforeEach(() => {
      stripe.intercept = undefined
      stripe.events.length = 0
    })

    const buyer = async () => withCalls(server(), await createBuyer(server(), stripe))
    /** Buys without an event; the job notices nothing that the user has not looked at. */
    const bought = async (plan: number) => {
      const user = await buyer()
      const { session_id, paid } = await user.pay(plan)
      await user.success(session_id)
      await runJob(server())
      const later = async (days: number) => {
        server().advance(days * DAY_MS)
        await runJob(server())
      }
      /** To an hour after the end of the period, which is renewed at Stripe, paid or not. */
      const renew = async (isPaid: boolean) => {
        server().advance(paid.items.data[0].current_period_end * 1000 - server().dependencies.now() + DAY_MS / 24)
        stripe.renew(paid.id, isPaid)
        await runJob(server())
      }
      const invoices = () => [...stripe.invoices.values()].filter(({ customer }) => customer === user.customer())
      return { ...user, paid, later, renew, invoices }
    }
    const repeatEvents = async () => {
      for (const event of [...stripe.events, ...stripe.events.toReversed()]) await sendEvent(server(), event)
      await runJob(server())
    }

    it('has the receipt of a purchase and of each renewal, whatever events repeat or are lost', async () => {
      const user = await bought(plans.monthly)
      await repeatEvents()
      const [invoice] = user.invoices()
      const mail = newestTo(user.email)
      expect(mail.subject).toBe('Your plan: Small')
      for (const part of [mail.text, mail.html]) {
        expect(part).toContain(`https://pay.stripe.test/receipts/${invoice?.id}`)
        expect(part).toContain('$10.00')
        expect(part).toMatch(/The plan renews on \w+ \d+, \d{4} for \$10\.00 a month\./)
      }
      await user.renew(true)
      await repeatEvents()
      await user.later(1)
      expect(subjectsTo(user.email)).toEqual(['Your plan: Small', 'Your payment of $10.00'])
      expect(newestTo(user.email).text).toContain(`receipts/${user.invoices()[1]?.id}`)
    })

    it('names the tax of a payment, in the language of the user', async () => {
      const user = await buyer()
      await user.speak('es')
      const { session_id } = await user.pay(plans.monthly)
      const invoice = [...stripe.invoices.values()].find(({ customer }) => customer === user.customer())
      const tax = { amount: 160, taxable_amount: 840, tax_behavior: 'inclusive', type: 'tax_rate_details' } as const
      const details = { tax_rate_details: null, taxability_reason: 'standard_rated' } as const
      Object.assign(invoice ?? {}, { total_taxes: [{ ...tax, ...details }] })
      await user.success(session_id)
      await runJob(server())
      const { subject, text = '', html } = newestTo(user.email)
      expect(subject).toBe('Tu plan: Small')
      expect(text.replaceAll('\u00a0', ' ')).toContain('Pagado: 10,00 $\nDe ello, impuestos: 1,60 $')
      expect(html).toContain('<html lang="es">')
      expect(text).not.toMatch(/\b(?:your|plan is|paid)\b/i)
    })

    it('announces a yearly renewal a week before, unless it was cancelled', async () => {
      const user = await bought(plans.yearly)
      const other = await bought(plans.yearly)
      await other.cancel()
      await runJob(server())
      await user.later(356)
      expect(subjectsTo(user.email)).toEqual(['Your plan: Long'])
      await user.later(3)
      await user.later(1)
      expect(subjectsTo(user.email)).toEqual(['Your plan: Long', expect.stringMatching(/^Your plan renews on /)])
      expect(newestTo(user.email).text).toContain('To pay: $100.00 a year')
      expect(newestTo(user.email).text).toContain('http://c.localhost/account')
      expect(subjectsTo(other.email)).toEqual(['Your plan: Long', 'Your plan is cancelled'])
    })

    it('tells of a failed payment once, with the next attempt, and of the last one', async () => {
      const user = await bought(plans.monthly)
      await user.renew(false)
      await repeatEvents()
      expect(subjectsTo(user.email)).toEqual(['Your plan: Small', 'Your payment of $10.00 failed'])
      const { text } = newestTo(user.email)
      expect(text).toMatch(/It is tried again on .+\. You can also pay now/)
      expect(text).toMatch(/Until .+ you can go on writing\./)

      const [, unpaid] = user.invoices()
      const first = stripe.charges.get(unpaid?.id ?? '')
      if (unpaid === undefined || first === undefined) throw new Error('nothing failed')
      const again = { ...first, id: `${first.id}_again`, created: first.created + 3 * 86_400 }
      stripe.charges.set(again.id, again)
      Object.assign(unpaid, { next_payment_attempt: null })
      await user.later(4)
      await user.later(1)
      expect(subjectsTo(user.email).slice(2)).toEqual(['The last try to charge $10.00 failed'])
      stripe.change(user.paid.id, { status: 'canceled' })
      await repeatEvents()
      expect(subjectsTo(user.email).slice(3)).toEqual(['Your plan has ended'])
      expect(newestTo(user.email).text).toContain('http://c.localhost/subscriptions')
    })

    it('tells of a bank debit when it has failed, and not while it is in progress', async () => {
      const user = await bought(plans.monthly)
      const renewed = user.paid.items.data[0].current_period_end * 1000
      server().advance(renewed - server().dependencies.now() + DAY_MS / 24)
      stripe.renew(user.paid.id, false)
      const charge = stripe.charges.get(user.invoices()[1]?.id ?? '')
      Object.assign(charge ?? {}, { status: 'pending', failure_code: null })
      stripe.change(user.paid.id, { status: 'active' })
      await repeatEvents()
      expect(await user.rows()).toMatchObject([{ kind: 'purchase' }])

      Object.assign(charge ?? {}, { status: 'failed', failure_code: 'insufficient_funds' })
      stripe.change(user.paid.id, { status: 'past_due' })
      await user.later(4)
      expect(subjectsTo(user.email)).toEqual(['Your plan: Small', 'Your payment of $10.00 failed'])
    })

    it('says nothing of a failure that is paid before its mail is sent', async () => {
      const user = await bought(plans.monthly)
      post.refuse(451, 1)
      await user.renew(false)
      stripe.payOpenInvoices(user.paid.id)
      await user.later(1)
      expect(subjectsTo(user.email)).toEqual(['Your plan: Small', 'Your payment of $10.00'])
      expect((await user.rows()).map(({ kind, status }) => `${kind} ${status}`)).toEqual([
        'purchase sent',
        'payment_failed dropped',
        'renewal sent',
      ])
    })

    it('confirms a cancellation, unless it was taken back before its mail was sent', async () => {
      const user = await bought(plans.monthly)
      await user.cancel()
      await user.resume()
      await runJob(server())
      expect(subjectsTo(user.email)).toEqual(['Your plan: Small'])
      await user.cancel()
      await repeatEvents()
      expect(subjectsTo(user.email)).toEqual(['Your plan: Small', 'Your plan is cancelled'])
      expect(newestTo(user.email).text).toMatch(
        /You can use it until .+; it does not renew, and nothing more is charged\./,
      )
      await user.later(32)
      stripe.change(user.paid.id, { status: 'canceled' })
      await repeatEvents()
      expect(mailsTo(user.email)).toHaveLength(2)
    })

    it('tells when a subscription was ended at Stripe', async () => {
      const user = await bought(plans.monthly)
      stripe.change(user.paid.id, { status: 'canceled' })
      await repeatEvents()
      expect(subjectsTo(user.email)).toEqual(['Your plan: Small', 'Your plan has ended'])
    })

    it('tells once of a change of plan: with its receipt, or when it is scheduled', async () => {
      const user = await bought(plans.monthly)
      await user.change(plans.expensive)
      await repeatEvents()
      expect(subjectsTo(user.email).slice(1)).toEqual(['Your plan is now Large'])
      expect(newestTo(user.email).text).toContain(`receipts/${user.invoices()[1]?.id}`)
      await user.change(plans.monthly)
      await repeatEvents()
      expect(subjectsTo(user.email).slice(2)).toEqual([expect.stringMatching(/^Your plan changes on /)])
      expect(newestTo(user.email).text).toContain('changes from Large to Small')
      await user.renew(true)
      expect(subjectsTo(user.email).slice(3)).toEqual(['Your payment of $10.00'])
    })

    it('tells of each refund, in part and whole', async () => {
      const user = await bought(plans.monthly)
      const charge = stripe.charges.get(user.invoices()[0]?.id ?? '')
      for (const amount_refunded of [300, 300, 1000]) {
        Object.assign(charge ?? {}, { amount_refunded })
        await user.later(1)
      }
      expect(subjectsTo(user.email).slice(1)).toEqual(['Refund of $3.00', 'Refund of $7.00'])
      expect(newestTo(user.email).text).toContain('Of a payment of: $10.00')
    })

    it('corrects once what it said of a refund that the bank sends back, also in Spanish', async () => {
      const user = await bought(plans.monthly)
      const charge = stripe.charges.get(user.invoices()[0]?.id ?? '')
      for (const amount_refunded of [300, 0, 0]) {
        Object.assign(charge ?? {}, { amount_refunded })
        await user.later(1)
      }
      expect(subjectsTo(user.email).slice(1)).toEqual(['Refund of $3.00', 'Your refund of $3.00 did not arrive'])
      expect(newestTo(user.email).text).toContain('your bank sent it back')
      await user.speak('es')
      for (const amount_refunded of [300, 0]) {
        Object.assign(charge ?? {}, { amount_refunded })
        await user.later(1)
      }
      expect(subjectsTo(user.email)).toHaveLength(5)
      expect(newestTo(user.email).subject).toMatch(/^Tu reembolso de 3,00\s\$ no ha llegado$/)
      expect(newestTo(user.email).text).toContain('tu banco lo ha devuelto')
    })

    it('says only that it failed of a refund that came back before its mail was sent', async () => {
      const user = await bought(plans.monthly)
      const charge = stripe.charges.get(user.invoices()[0]?.id ?? '')
      for (const amount_refunded of [300, 0]) {
        Object.assign(charge ?? {}, { amount_refunded })
        await syncUser(server().dependencies, user.id)
      }
      await runJob(server())
      expect(subjectsTo(user.email).slice(1)).toEqual(['Your refund of $3.00 did not arrive'])
    })

    it('announces the end of a trial three days before, and the first payment after it', async () => {
      const [tester, user] = [await buyer(), await buyer()]
      for (const each of [tester, user]) {
        await each.confirmEmail()
        await each.begin(plans.trial)
      }
      const { session_id } = await user.pay(plans.monthly)
      await user.success(session_id)
      await runJob(server())
      expect(subjectsTo(user.email)).toEqual(['Your plan: Small'])
      expect(newestTo(user.email).text).toContain('nothing was charged yet.')
      expect(newestTo(user.email).text).toMatch(/The first payment, \$10\.00 a month, is due on \w/)
      for (const days of [10, 1.5, 1]) {
        server().advance(days * DAY_MS)
        await runJob(server())
      }
      expect(subjectsTo(tester.email)).toEqual([expect.stringMatching(/^Your free trial ends on /)])
      expect(newestTo(tester.email).text).toContain('Nothing is charged then, and nothing renews by itself.')
      expect(subjectsTo(user.email).slice(1)).toEqual([expect.stringMatching(/^Your first payment is due on /)])
    })
  },
  { env: { ...stripe.env, ...mailSettings(post) } },
)
