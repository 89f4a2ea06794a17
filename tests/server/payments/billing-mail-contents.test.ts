import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '#server/lib/time.ts'
import { day } from '#server/modules/subscriptions/mails/formats.ts'
import { createTestStorage } from '#support/database/test-database.ts'
import { startMailServer } from '#support/fakes/mail-server.ts'
import { startTestServer } from '#support/servers/test-server.ts'
import { createMailbox, mailSettings, runBillingJob, withCalls } from '#support/stripe/mailed-user.ts'
import { createBuyer, findOfferedPlan, makePlan, sendEvent } from '#support/stripe/payments.ts'
import { startStripeServer } from '#support/stripe/stripe-server.ts'

const ACCOUNT = 'http://c.localhost/account'
const PLANS = 'http://c.localhost/subscriptions'
const stripe = await startStripeServer()
const post = await startMailServer()
const storage = await createTestStorage('sqlite', { migrated: true })
const server = await startTestServer(storage, { env: { ...stripe.env, ...mailSettings(post) } })
const { mailsTo, newestTo } = createMailbox(post)
afterAll(async () => {
  await server.close()
  await storage.remove()
  await stripe.close()
  await post.close()
})

const now = () => server.dependencies.now()
/** The day of a time in milliseconds, in each language. */
const days = (time: number) => ({
  en: day(new Date(time).toISOString(), 'en'),
  es: day(new Date(time).toISOString(), 'es'),
})

async function buyer() {
  const user = await withCalls(server, await createBuyer(server, stripe))
  const later = async (milliseconds: number) => {
    server.advance(milliseconds)
    await runBillingJob(server)
  }
  const invoices = () => [...stripe.invoices.values()].filter(({ customer }) => customer === user.customer())
  /** The newest mail in each language, after all events have come again in another order, and the job has run again. */
  const newestMail = async () => {
    const [sent, count] = [newestTo(user.email), mailsTo(user.email).length]
    for (const event of [...stripe.events, ...stripe.events.toReversed()]) await sendEvent(server, event)
    await runBillingJob(server)
    expect(mailsTo(user.email)).toHaveLength(count)
    const es = await user.write('es')
    const en = await user.write('en')
    expect(sent.subject).toBe(en.subject)
    return { en, es }
  }
  const receipt = () => `https://pay.stripe.test/receipts/${invoices().at(-1)?.id}`
  return { ...user, later, invoices, newestMail, receipt }
}

async function bought(plan: number) {
  const user = await buyer()
  const { session_id, paid } = await user.pay(plan)
  await user.success(session_id)
  await runBillingJob(server)
  const end = paid.items.data[0].current_period_end * 1000
  const renew = async (isPaid: boolean) => {
    server.advance(end - now() + DAY_MS / 24)
    stripe.renew(paid.id, isPaid)
    await runBillingJob(server)
  }
  return { ...user, paid, end, renew }
}

describe('a mail about money says in both languages what, how much and when, with one link, and comes once:', () => {
  let plans: Record<'monthly' | 'expensive' | 'yearly' | 'trial', number>
  beforeAll(async () => {
    const { db } = server.dependencies
    // At noon: a charge is made an hour before the server learns of it, and midnight may not lie between the two.
    server.advance(1.5 * DAY_MS - (now() % DAY_MS))
    stripe.now = now
    plans = {
      monthly: await makePlan(db, { price: '10.00', title: 'Small' }),
      expensive: await makePlan(db, { price: '20.00', title: 'Large' }),
      yearly: await makePlan(db, { price: '100.00', title: 'Long', interval: 'year' }),
      trial: (await findOfferedPlan(server, 'free-trial')).id,
    }
  })
  beforeEach(() => {
    stripe.events.length = 0
  })

  it('a purchase and a renewal, with the receipt', async () => {
    const user = await bought(plans.monthly)
    let paid = days(now())
    expect(await user.newestMail()).toEqual({
      en: {
        subject: 'Your plan: Small',
        details: ['Plan: Small', 'Paid: $10.00', `Paid on: ${paid.en}`],
        links: [user.receipt()],
      },
      es: {
        subject: 'Tu plan: Small',
        details: ['Plan: Small', 'Pagado: 10,00 $', `Pagado el: ${paid.es}`],
        links: [user.receipt()],
      },
    })
    await user.renew(true)
    paid = days(now())
    expect(await user.newestMail()).toEqual({
      en: {
        subject: 'Your payment of $10.00',
        details: ['Plan: Small', 'Paid: $10.00', `Paid on: ${paid.en}`],
        links: [user.receipt()],
      },
      es: {
        subject: 'Tu pago de 10,00 $',
        details: ['Plan: Small', 'Pagado: 10,00 $', `Pagado el: ${paid.es}`],
        links: [user.receipt()],
      },
    })
  })

  it('a yearly renewal, seven days ahead', async () => {
    const user = await bought(plans.yearly)
    const end = days(user.end)
    await user.later(user.end - now() - 7 * DAY_MS - 60_000)
    expect(mailsTo(user.email)).toHaveLength(1)
    await user.later(120_000)
    expect(await user.newestMail()).toEqual({
      en: {
        subject: `Your plan renews on ${end.en}`,
        details: ['Plan: Long', 'To pay: $100.00 a year', `Due on: ${end.en}`],
        links: [ACCOUNT],
      },
      es: {
        subject: `Tu plan se renueva el ${end.es}`,
        details: ['Plan: Long', 'A pagar: 100,00 $ al año', `Fecha de pago: ${end.es}`],
        links: [ACCOUNT],
      },
    })
  })

  it('a failed payment: the first try, the last one, and the end', async () => {
    const user = await bought(plans.monthly)
    await user.renew(false)
    let tried = days(now())
    const owed = () => ({
      en: ['Plan: Small', 'To pay: $10.00', `Tried on: ${tried.en}`],
      es: ['Plan: Small', 'A pagar: 10,00 $', `Intento del: ${tried.es}`],
    })
    expect(await user.newestMail()).toEqual({
      en: { subject: 'Your payment of $10.00 failed', details: owed().en, links: [ACCOUNT] },
      es: { subject: 'Tu pago de 10,00 $ ha fallado', details: owed().es, links: [ACCOUNT] },
    })

    const unpaid = user.invoices()[1]
    const first = stripe.charges.get(unpaid?.id ?? '')
    if (unpaid === undefined || first === undefined) throw new Error('nothing failed')
    const again = { ...first, id: `${first.id}_again`, created: first.created + 3 * 86_400 }
    stripe.charges.set(again.id, again)
    Object.assign(unpaid, { next_payment_attempt: null })
    tried = days(again.created * 1000)
    await user.later(4 * DAY_MS)
    expect(await user.newestMail()).toEqual({
      en: { subject: 'The last try to charge $10.00 failed', details: owed().en, links: [ACCOUNT] },
      es: { subject: 'Ha fallado el último intento de cobrar 10,00 $', details: owed().es, links: [ACCOUNT] },
    })

    stripe.change(user.paid.id, { status: 'canceled' })
    for (const event of stripe.events) await sendEvent(server, event)
    await user.later(60_000)
    expect(await user.newestMail()).toEqual({
      en: {
        subject: 'Your plan has ended',
        details: ['Plan: Small', 'Not paid: $10.00', `Tried on: ${tried.en}`],
        links: [PLANS],
      },
      es: {
        subject: 'Tu plan ha terminado',
        details: ['Plan: Small', 'No pagado: 10,00 $', `Intento del: ${tried.es}`],
        links: [PLANS],
      },
    })
    expect(mailsTo(user.email)).toHaveLength(4)
  })

  it('the end of a trial in three days, and the first payment after one', async () => {
    const [tester, user] = [await buyer(), await buyer()]
    for (const each of [tester, user]) {
      await each.confirmEmail()
      await each.begin(plans.trial)
    }
    const trialEnd = Date.parse((await tester.newest()).current_period_end)
    const end = days(trialEnd)
    const { session_id } = await user.pay(plans.monthly)
    await user.success(session_id)
    await tester.later(trialEnd - now() - 3 * DAY_MS - 60_000)
    expect(mailsTo(tester.email)).toEqual([])
    await tester.later(120_000)
    expect(await tester.newestMail()).toEqual({
      en: {
        subject: `Your free trial ends on ${end.en}`,
        details: ['Plan: Two free weeks', 'To pay: Nothing', `Until: ${end.en}`],
        links: [PLANS],
      },
      es: {
        subject: `Tu prueba gratuita termina el ${end.es}`,
        details: ['Plan: Dos semanas gratis', 'A pagar: Nada', `Hasta: ${end.es}`],
        links: [PLANS],
      },
    })
    expect(await user.newestMail()).toEqual({
      en: {
        subject: `Your first payment is due on ${end.en}`,
        details: ['Plan: Small', 'To pay: $10.00 a month', `Due on: ${end.en}`],
        links: [ACCOUNT],
      },
      es: {
        subject: `Tu primer pago es el ${end.es}`,
        details: ['Plan: Small', 'A pagar: 10,00 $ al mes', `Fecha de pago: ${end.es}`],
        links: [ACCOUNT],
      },
    })
  })

  it('a cancellation', async () => {
    const user = await bought(plans.monthly)
    const end = days(user.end)
    await user.cancel()
    await runBillingJob(server)
    expect(await user.newestMail()).toEqual({
      en: {
        subject: 'Your plan is cancelled',
        details: ['Plan: Small', 'To pay: Nothing', `Until: ${end.en}`],
        links: [ACCOUNT],
      },
      es: {
        subject: 'Tu plan está cancelado',
        details: ['Plan: Small', 'A pagar: Nada', `Hasta: ${end.es}`],
        links: [ACCOUNT],
      },
    })
  })

  it('a change of plan, at once with its receipt and at the end of the period', async () => {
    const user = await bought(plans.monthly)
    await user.later(15 * DAY_MS)
    await user.change(plans.expensive)
    await runBillingJob(server)
    const [changed, end] = [days(now()), days(user.end)]
    const paid = (user.invoices().at(-1)?.total ?? 0) / 100
    expect(paid).toBeGreaterThan(4)
    expect(paid).toBeLessThan(6)
    expect(await user.newestMail()).toEqual({
      en: {
        subject: 'Your plan is now Large',
        details: ['Plan: Large', `Paid: $${paid.toFixed(2)}`, `Paid on: ${changed.en}`],
        links: [user.receipt()],
      },
      es: {
        subject: 'Tu plan es ahora Large',
        details: ['Plan: Large', `Pagado: ${paid.toFixed(2).replace('.', ',')} $`, `Pagado el: ${changed.es}`],
        links: [user.receipt()],
      },
    })
    await user.change(plans.monthly)
    await runBillingJob(server)
    expect(await user.newestMail()).toEqual({
      en: {
        subject: `Your plan changes on ${end.en}`,
        details: ['Plan: Small', 'Price: $10.00 a month', `From: ${end.en}`],
        links: [ACCOUNT],
      },
      es: {
        subject: `Tu plan cambia el ${end.es}`,
        details: ['Plan: Small', 'Precio: 10,00 $ al mes', `Desde: ${end.es}`],
        links: [ACCOUNT],
      },
    })
  })

  it('a refund', async () => {
    const user = await bought(plans.monthly)
    Object.assign(stripe.charges.get(user.invoices()[0]?.id ?? '') ?? {}, { amount_refunded: 300 })
    await user.later(DAY_MS)
    const refunded = days(now())
    expect(await user.newestMail()).toEqual({
      en: {
        subject: 'Refund of $3.00',
        details: ['Refunded: $3.00', 'Of a payment of: $10.00', `Date: ${refunded.en}`],
        links: [user.receipt()],
      },
      es: {
        subject: 'Reembolso de 3,00 $',
        details: ['Reembolsado: 3,00 $', 'De un pago de: 10,00 $', `Fecha: ${refunded.es}`],
        links: [user.receipt()],
      },
    })
  })
})
