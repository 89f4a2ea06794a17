import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { createPromotionCode, listPromotionCodes } from '#contract/endpoints/admin-billing.ts'
import {
  changePlan,
  dropScheduledChange,
  listInvoices,
  previewPlanChange,
  resumeSubscription,
} from '#contract/endpoints/billing.ts'
import { cancelSubscription, checkout } from '#contract/endpoints/subscriptions.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { createBillingJob } from '#server/modules/subscriptions/sync/billing-job.ts'
import { isEntitled } from '#server/modules/subscriptions/use-cases/entitlement.ts'
import { testEngines } from '#support/database/engines.ts'
import { createTestStorage } from '#support/database/test-database.ts'
import { startMailServer } from '#support/fakes/mail-server.ts'
import { type KillableServer, startKillableServer } from '#support/servers/killable-server.ts'
import type { TestServer } from '#support/servers/test-server.ts'
import { checkBillingMails, runBillingMails } from '#support/stripe/check-billing-mails.ts'
import { mailSettings } from '#support/stripe/mailed-user.ts'
import { createBuyer, createLongLivedUser, makePlan, sendEvent } from '#support/stripe/payments.ts'
import {
  type CodeName,
  codeNames,
  codes,
  type Deed,
  killedPurchase,
  order,
  type PlanName,
  ROUND_DAYS,
  STEPS,
  type Step,
} from '#support/stripe/random-orders.ts'
import { type StripeFault, startStripeServer } from '#support/stripe/stripe-server.ts'

const stripe = await startStripeServer()
const post = await startMailServer()
afterAll(async () => {
  await stripe.close()
  await post.close()
})

const GRACE_DAYS = 14
/** After so many days without a payment Stripe ends a subscription, as its settings say. */
const UNPAID_DAYS = 40
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
/** How many users there are; `BILLING_ORDERS=500` is a long run of some minutes on each engine. */
const ORDERS = Number(process.env.BILLING_ORDERS ?? 3)

describe.each(testEngines)(`billing in ${ORDERS} random orders of thirteen months (SEED=${seed}, %s)`, (engine) => {
  const ids = {} as Record<PlanName, number>
  async function perform(process: KillableServer, planned: Step['fault'], work: () => Promise<unknown>): Promise<void> {
    let requests = 0
    let onKilled = () => {}
    const killed = new Promise<'killed'>((resolve) => {
      onKilled = () => resolve('killed')
    })
    let release = () => {}
    stripe.intercept = (): StripeFault | undefined => {
      requests += 1
      if (planned.kind === 'none' || requests < planned.at) return undefined
      if (planned.kind === 'refused') return { status: 500 }
      if (planned.kind !== 'killed') return planned.kind
      // A killed process makes no more requests.
      if (requests > planned.at) return 'cut'
      onKilled()
      return { until: new Promise((resolve) => (release = resolve)) }
    }
    const done = work().catch((error: unknown) => {
      // A call may fail when Stripe or the process does; what counts is the state afterwards.
      if (planned.kind === 'none') throw error
    })
    if ((await Promise.race([done, killed])) === 'killed') {
      await process.kill(() => {
        release()
        return done
      })
    }
    stripe.intercept = undefined
  }
  async function startOrder({ server, now }: KillableServer, steps: readonly Step[]) {
    const user = await createBuyer(server, stripe)
    const stepAt = (n: number) => steps[n] as Step
    // A killed process may have made a customer and not stored it.
    const isOwn = (customer: unknown) => stripe.customers.get(String(customer))?.email === user.email
    const running = () =>
      [...stripe.subscriptions.values()].filter((one) => isOwn(one.customer) && one.status !== 'canceled')
    const currentSubscription = () => running()[0]
    const givenPages: string[] = [] // Only a page whose address the user was given can be paid.
    const invoices = () => [...stripe.invoices.values()].filter(({ customer }) => isOwn(customer))

    const onNewest = async <E extends Endpoint>(endpoint: E, more: Record<string, unknown> = {}) => {
      const [newest] = await user.subscriptions()
      const body = { subscription_id: newest?.id ?? 1, ...more }
      const reply = await server.reply(endpoint, { token: await user.token(), body } as never)
      expect([200, 402, 404, 409, 502, 503]).toContain(reply.status)
      return reply
    }
    const deeds = {
      buy: async (what: Deed) => {
        if (what.name !== 'buy') return
        const body = { plan_id: ids[what.plan], ...(what.code !== null && { code: what.code }) }
        const reply = await server.reply(checkout, { token: await user.token(), body })
        if (reply.status !== 200) return
        const { session_id, checkout_url } = reply.body as { session_id: string; checkout_url: string }
        // A plan that was cancelled is kept without a payment.
        const pages = checkout_url.startsWith('https://checkout.stripe') ? [user.sessionOf(checkout_url)] : []
        givenPages.push(...pages)
        if (what.pays === 'never') return
        for (const page of pages) stripe.pay(page)
        await user.success(session_id)
      },
      change: async (what: Deed) => {
        if (what.name !== 'change') return
        const preview = await onNewest(previewPlanChange, { plan_id: ids[what.plan] })
        if (preview.status !== 200) return
        const { quoted_at, due_now } = preview.body as { quoted_at: string; due_now: string }
        await onNewest(changePlan, { plan_id: ids[what.plan], quoted_at, due_now })
      },
      cancel: () => onNewest(cancelSubscription),
      resume: () => onNewest(resumeSubscription),
      drop: () => onNewest(dropScheduledChange),
      'pay what is open': async () => {
        if (currentSubscription()?.status === 'past_due') stripe.payOpenInvoices(currentSubscription()?.id ?? '')
      },
      'pay on a page left open': async () => {
        const sessions = [...stripe.sessions.values()].filter(({ id }) => givenPages.includes(id))
        const open = sessions.filter(({ status, created }) => status === 'open' && created * 1000 > now() - DAY_MS)
        for (const { id } of open.slice(0, 1)) stripe.pay(id)
      },
      look: async () => {
        await user.subscriptions()
        await server.call(listInvoices, { token: await user.token() })
      },
      'end at Stripe': async () => {
        const ending = currentSubscription()
        if (ending !== undefined) stripe.change(ending.id, { status: 'canceled', schedule: null })
      },
    } satisfies Record<Deed['name'], (what: Deed) => Promise<unknown>>

    /** What Stripe does by itself: renewals, and the end of what is not paid. */
    function passTime({ renewalIsPaid }: Step) {
      const subscription = currentSubscription()
      const end = (subscription?.items.data[0].current_period_end ?? 0) * 1000
      if (subscription === undefined || end > now()) return
      const unpaid = oldestUnpaid()
      if (unpaid !== null && now() - unpaid > UNPAID_DAYS * DAY_MS)
        stripe.change(subscription.id, { status: 'canceled', schedule: null })
      else stripe.renew(subscription.id, renewalIsPaid)
    }
    const oldestUnpaid = () => {
      const open = invoices().filter(({ status }) => status === 'open')
      return open.length === 0 ? null : Math.min(...open.map(({ created }) => created * 1000))
    }
    const mayWrite = () => isEntitled(server.dependencies.db, { id: user.id, isAdmin: false }, now())

    return {
      passTime,
      act: (process: KillableServer, n: number) =>
        perform(process, stepAt(n).fault, async () => deeds[stepAt(n).deed.name](stepAt(n).deed)),
      step: stepAt,
      /** At any time, whatever was lost. */
      async checkAlways() {
        expect(running().length, 'running subscriptions').toBeLessThanOrEqual(1)
        const charged = invoices().filter(({ status }) => status === 'paid')
        const periods = charged.map(({ billing_reason, lines }) => {
          const [line] = lines.data
          return `${billing_reason} ${line?.parent?.subscription_item_details?.subscription_item} ${line?.period.start}`
        })
        const changes = periods.filter((one) => one.startsWith('subscription_update'))
        const others = periods.filter((one) => !one.startsWith('subscription_update'))
        expect(new Set(others).size, `one charge for a period: ${others.join(', ')}`).toBe(others.length)
        expect(new Set(changes).size, `one charge for a change: ${changes.join(', ')}`).toBe(changes.length)
      },
      /** After the server has polled Stripe. */
      async checkAccess() {
        const truth = currentSubscription()
        const unpaid = oldestUnpaid()
        const isPaid = truth?.status === 'active' && truth.items.data[0].current_period_end * 1000 > now()
        const isInGrace = truth?.status === 'past_due' && unpaid !== null && now() < unpaid + GRACE_DAYS * DAY_MS
        expect(await mayWrite(), 'access').toBe(isPaid || isInGrace)
      },
      /** How many subscriptions were bought with each code. */
      discounts: () => {
        const own = [...stripe.discounts.values()].filter(({ customer }) => isOwn(customer))
        const given = (code: CodeName) =>
          own.filter(({ promotion_code }) => stripe.promotionCodes.get(String(promotion_code))?.code === code)
        return Object.fromEntries(codeNames.map((code) => [code, given(code).length])) as Record<CodeName, number>
      },
      /** At the end. */
      async checkSettled() {
        const [newest] = await user.subscriptions()
        const truth = currentSubscription()
        if (truth === undefined) expect(newest?.is_active_now ?? false).toBe(false)
        else {
          const [item] = truth.items.data
          expect(newest).toMatchObject({
            status: truth.status,
            cancel_at_period_end: truth.cancel_at_period_end,
            current_period_end: new Date(item.current_period_end * 1000).toISOString(),
            plan: { price: (item.price.unit_amount / 100).toFixed(2) },
          })
          const left = truth.discounts.flatMap((id) => stripe.discounts.get(id) ?? [])
          const valid = left.filter(({ end }) => end === null || end * 1000 > now())
          expect(newest?.discount == null ? 0 : 1, 'discounts').toBe(valid.length)
        }
        const shown = await server.call(listInvoices, { token: await user.token() })
        const paid = invoices().filter(({ status, amount_due }) => status === 'paid' && amount_due > 0).length
        expect(shown.filter(({ status }) => status === 'paid')).toHaveLength(paid)
        return checkBillingMails(server, post, { user, invoices: invoices() })
      },
    }
  }

  /** Delivers what Stripe announced: lost, once or twice, in any order. */
  async function deliver(server: TestServer, random: Step) {
    const events = stripe.events
      .splice(0)
      .flatMap((event, n) => Array.from({ length: (random.deliveries + n) % 3 }, () => event))
    for (const event of events.toSorted((a, b) => a.id.localeCompare(b.id))) {
      expect((await sendEvent(server, event)).status).toBe(200)
    }
  }
  it('leads to one state, charges nothing twice, gives no access that is not paid and tells of each fact once', {
    timeout: 600_000 + ORDERS * 5_000,
  }, async () => {
    const process = await startKillableServer(await createTestStorage(engine, { migrated: true }), {
      ...stripe.env,
      BILLING_GRACE_DAYS: String(GRACE_DAYS),
      ...mailSettings(post),
    })
    const { server } = process
    stripe.now = process.now
    // The promotion codes of the other engine's server would be somebody else's.
    stripe.changeAccount(`acct_${engine}`)
    ids.monthly = await makePlan(server.dependencies.db, { price: '10.00', title: 'Monthly' })
    ids.expensive = await makePlan(server.dependencies.db, { price: '20.00', title: 'Dearer' })
    ids.yearly = await makePlan(server.dependencies.db, { price: '100.00', title: 'Yearly', interval: 'year' })
    const admin = await createLongLivedUser(server)
    await server.dependencies.db.updateTable('users').set({ is_admin: 1 }).where('id', '=', admin.id).execute()
    const asAdmin = async () => ({ token: await admin.token() })
    for (const code of codeNames) {
      const body = { code, kind: 'discount' as const, ...codes[code], once_per_user: code !== 'ALWAYS' }
      await server.call(createPromotionCode, { ...(await asAdmin()), body })
    }
    const drawn = fc.sample(order, { numRuns: ORDERS, seed })
    // Whether any step kills the process is random, so the first one of the first user does.
    const killing = (step: Step, who: number, n: number) => (who + n === 0 ? { ...step, ...killedPurchase } : step)
    const orders = await Promise.all(
      drawn.map((steps, who) =>
        startOrder(
          process,
          steps.map((step, n) => killing(step, who, n)),
        ),
      ),
    )
    const poll = async (customersOfOneRun = 50) => {
      for (let n = 0; n < ORDERS; n += customersOfOneRun) await createBillingJob(server.dependencies).runOnce()
    }
    for (let n = 0; n < STEPS; n += 1) {
      for (const each of orders) {
        each.passTime(each.step(n))
        await each.act(process, n)
        await deliver(server, each.step(n))
        await each.checkAlways()
      }
      await runBillingMails(server)
      const days = ROUND_DAYS[n % ROUND_DAYS.length] ?? 0
      process.advance(days * DAY_MS)
      await poll()
      // What no event told is known after a day.
      if (days > 1) for (const each of orders) await each.checkAccess()
    }
    // The daily poll of each customer finds what no event told.
    for (let day = 0; day < 3; day += 1) {
      process.advance(1.1 * DAY_MS)
      await poll()
      await runBillingMails(server)
    }
    let inDoubt = 0
    for (const each of orders) {
      await each.checkAlways()
      await each.checkAccess()
      inDoubt += await each.checkSettled()
    }
    for (const { code, redeemed, redemptions_max } of await server.call(listPromotionCodes, await asAdmin())) {
      const used = orders.map((each) => each.discounts()[code as CodeName])
      expect(redeemed, `uses of ${code}`).toBe(used.reduce((sum, n) => sum + n, 0))
      if (redemptions_max !== null) expect(redeemed).toBeLessThanOrEqual(redemptions_max)
      if (code !== 'ALWAYS') expect(Math.max(...used), `uses of ${code} by one person`).toBeLessThanOrEqual(1)
    }
    expect(process.kills()).toBeGreaterThan(0)
    expect(inDoubt, 'mails in doubt, two at a time').toBeLessThanOrEqual(2 * process.kills())
    await process.remove()
  })
})
