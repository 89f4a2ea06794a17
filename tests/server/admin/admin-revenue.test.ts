import { beforeAll, expect, it } from 'vitest'
import { cancelAnySubscription, getRevenue } from '#contract/endpoints/admin-billing.ts'
import { answerSandboxCheckout } from '#contract/endpoints/subscriptions.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { createBillingJob } from '#server/modules/subscriptions/sync/billing-job.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { createLongLivedUser, findOfferedPlan, makePlan } from '#support/stripe/payments.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'

const WINDOW_DAYS = 30
/** What a month has of each interval, in twelfths. */
const twelfths = { month: 12, year: 1, week: 52, two_weeks: 26 } as const

describeServerOnEachEngine(
  'the revenue figures',
  (server) => {
    const dependencies = () => server().dependencies
    const db = () => dependencies().db
    const plans: Record<string, number> = {}
    const read = async () => {
      const { token } = await insertSignedInUser(dependencies(), { isAdmin: true })
      // Its own trial is no part of the ledger.
      await db().deleteFrom('subscriptions').where('source', '=', 'trial').where('terms_id', 'is', null).execute()
      return server().call(getRevenue, { token })
    }
    const later = async (days: number) => {
      server().advance(days * DAY_MS)
      await createBillingJob(dependencies()).runOnce()
    }
    async function buyer(plan: string) {
      const user = await createLongLivedUser(server())
      const buy = async () => {
        const { session_id: session } = await user.begin(plans[plan] ?? 0)
        const token = await user.token()
        await server().call(answerSandboxCheckout, { token, params: { session }, body: { outcome: 'pay' } })
      }
      const setCard = async (works: boolean) => {
        const row = db().selectFrom('sandbox_subscriptions').select('id').where('user_id', '=', user.id)
        await dependencies().sandbox?.setCard((await row.executeTakeFirstOrThrow()).id, works)
      }
      const end = async () => {
        const { token } = await insertSignedInUser(dependencies(), { isAdmin: true })
        const [newest] = await user.subscriptions()
        await server().call(cancelAnySubscription, { token, params: { id: newest?.id ?? 0 }, body: { when: 'now' } })
      }
      return { ...user, buy, setCard, end }
    }

    /** Adds the figures up from the books of the sandbox, which the figures do not read. */
    async function addUp() {
      const now = dependencies().now()
      const from = now - WINDOW_DAYS * DAY_MS
      const inWindow = (time: string | null) => time !== null && Date.parse(time) >= from && Date.parse(time) < now
      const subscriptions = await db().selectFrom('sandbox_subscriptions').selectAll().execute()
      const invoices = await db().selectFrom('sandbox_invoices').selectAll().execute()
      const rows = await db().selectFrom('subscriptions').selectAll().execute()
      const recurring: Record<string, number> = {}
      let [won, lost] = [0, 0]
      for (const { id, status, price } of subscriptions) {
        const [amount = '', currency = '', interval = 'month'] = price.split(':')
        if (status === 'active' || status === 'past_due') {
          recurring[currency] = (recurring[currency] ?? 0) + Number(amount) * twelfths[interval as 'month']
        }
        const times = invoices.flatMap((one) => (one.subscription_id === id ? (one.paid_at ?? []) : [])).sort()
        if (inWindow(times[0] ?? null)) won += 1
        const ended = rows.find(({ source_id }) => source_id === id)
        const endedAt = [ended?.updated_at ?? '', ended?.current_period_end ?? ''].sort()[0] ?? ''
        if (status === 'canceled' && times.length > 0 && inWindow(endedAt)) lost += 1
      }
      const trials = rows.filter(({ source, current_period_end }) => source === 'trial' && inWindow(current_period_end))
      const converted = trials.filter(({ user_id }) =>
        invoices.some((one) => one.user_id === user_id && one.status === 'paid'),
      )
      const failures = invoices.flatMap(({ failed_at }) => JSON.parse(failed_at) as string[])
      const usage = await db().selectFrom('usage_entries').select(['tokens', 'at']).execute()
      return {
        recurring: Object.entries(recurring)
          .map(([currency, sum]) => ({ currency, amount: (Math.round((sum / 12) * 100) / 100).toFixed(2) }))
          .sort((a, b) => (a.currency < b.currency ? -1 : 1)),
        new_subscriptions: won,
        lost_subscriptions: lost,
        trials_ended: trials.length,
        trials_converted: converted.length,
        failed_payments: failures.filter(inWindow).length,
        tokens: usage.filter(({ at }) => inWindow(at)).reduce((sum, { tokens }) => sum + tokens, 0),
      }
    }

    beforeAll(async () => {
      plans.month = await makePlan(db(), { price: '10.00' })
      plans.year = await makePlan(db(), { price: '100.00', interval: 'year' })
      plans.week = await makePlan(db(), { price: '3.99', interval: 'week', currency: 'EUR' })
      plans.trial = (await findOfferedPlan(server(), 'free-trial')).id
    })

    it('are nought without any sale', async () => {
      expect(await read()).toEqual({
        recurring: [],
        new_subscriptions: 0,
        lost_subscriptions: 0,
        trials_ended: 0,
        trials_converted: 0,
        failed_payments: 0,
        tokens: 0,
        tokens_cost: '0.00',
        models: [],
      })
    })

    it('leave out what another processor did, before this one was configured', async () => {
      const now = new Date(dependencies().now() - 1000).toISOString()
      const user = await buyer('month')
      const plan = { user_id: user.id, plan_id: plans.month ?? 0, terms_id: null, is_trial: 0 as const }
      const period = { current_period_start: now, current_period_end: now, created_at: now, updated_at: now }
      const elsewhere = { source: 'stripe', source_id: 'sub_elsewhere' }
      await db()
        .insertInto('subscriptions')
        .values({ ...plan, ...elsewhere, ...period, status: 'canceled', cancel_at_period_end: 0 })
        .execute()
      const billed = {
        total: 1000,
        tax: 0,
        refunded: 0,
        currency: 'USD',
        status: 'paid' as const,
        description: 'A plan',
      }
      const ids = { user_id: user.id, source: 'stripe', source_id: 'in_elsewhere' }
      const { id: invoice_id } = await db()
        .insertInto('invoices')
        .values({
          ...ids,
          ...billed,
          subscription_source_id: 'sub_elsewhere',
          receipt_url: null,
          paid_at: now,
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const failure = { user_id: user.id, invoice_id, source_id: 'ch_elsewhere', failed_at: now }
      await db().insertInto('payment_failures').values(failure).execute()
      expect(await read()).toMatchObject({ new_subscriptions: 0, lost_subscriptions: 0, failed_payments: 0 })
      await db().deleteFrom('subscriptions').where('user_id', '=', user.id).execute()
      await db().deleteFrom('invoices').where('user_id', '=', user.id).execute()
    })

    it('are what the books of the processor add up to, month after month', async () => {
      const [steady, yearly, weekly, failing, leaving] = await Promise.all(
        ['month', 'year', 'week', 'month', 'year'].map((plan) => buyer(plan)),
      )
      if (!steady || !yearly || !weekly || !failing || !leaving) throw new Error('five buyers')
      for (const one of [steady, yearly, weekly, failing, leaving]) await one.buy()
      const [converting, tiring] = [await buyer('month'), await buyer('month')]
      for (const one of [converting, tiring]) await one.begin(plans.trial ?? 0)
      await converting.buy()
      await later(1)
      expect(await read()).toMatchObject({
        ...(await addUp()),
        recurring: [
          { currency: 'EUR', amount: '17.29' },
          { currency: 'USD', amount: '36.67' },
        ],
        new_subscriptions: 5,
      })
      await failing.setCard(false)
      await leaving.end()
      const usage = { user_id: steady.id, message_id: 'one', at: new Date(dependencies().now()).toISOString() }
      await db()
        .insertInto('usage_entries')
        .values({ ...usage, tokens: 2_500_000, searches: 0 })
        .execute()
      for (const days of [13, 7, 12, 9, 16, 30]) {
        await later(days)
        expect(await read()).toMatchObject(await addUp())
      }
      // All but one have gone or stayed: nothing of the last thirty days is new.
      expect(await read()).toMatchObject({ new_subscriptions: 0, tokens: 0, tokens_cost: '0.00' })
    })

    it('count the trials that became plans, failed payments, losses and tokens of thirty days', async () => {
      const [converting, tiring, failing] = [await buyer('month'), await buyer('month'), await buyer('month')]
      for (const one of [converting, tiring]) await one.begin(plans.trial ?? 0)
      await converting.buy()
      await failing.buy()
      await failing.setCard(false)
      await later(16)
      expect(await read()).toMatchObject({ ...(await addUp()), trials_ended: 2, trials_converted: 1 })
      await later(13)
      await later(3)
      const revenue = await read()
      expect(revenue).toMatchObject(await addUp())
      expect(revenue.failed_payments).toBeGreaterThan(0)
      const at = new Date(dependencies().now() - DAY_MS).toISOString()
      const values = { user_id: failing.id, message_id: 'two', at, tokens: 2_500_000, searches: 0 }
      await db().insertInto('usage_entries').values(values).execute()
      expect(await read()).toMatchObject({ tokens: 2_500_000, tokens_cost: '1.50' })
      await failing.end()
      expect(await read()).toMatchObject(await addUp())
      expect((await read()).lost_subscriptions).toBeGreaterThan(0)
    })

    it('add up no subscriptions of a processor that is no longer connected', async () => {
      const { recurring } = await read()
      const former = await buyer('year')
      await former.buy()
      expect((await read()).recurring).not.toEqual(recurring)
      const bought = db().updateTable('subscriptions').set({ source: 'stripe' }).where('user_id', '=', former.id)
      await bought.where('source', '=', 'sandbox').execute()
      expect((await read()).recurring).toEqual(recurring)
    })
  },
  { env: { RATE_LIMITS: 'off', TOKEN_PRICE: '0.60' } },
)
