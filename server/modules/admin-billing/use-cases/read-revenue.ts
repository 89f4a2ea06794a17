import { type Kysely, sql } from 'kysely'
import * as v from 'valibot'
import { Currency, Interval } from '#contract/objects/plan.ts'
import { REVENUE_DAYS, type Revenue } from '#contract/objects/revenue.ts'
import type { Config } from '../../../config/config.ts'
import { readStale } from '../../../db/read-replica.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { DAY_MS, isoTime } from '../../../lib/time.ts'
import { decimalOf, minorUnitsOf, reduced } from '../../../providers/payments/price-parts.ts'
import { ownPlans } from '../../subscriptions/subscription-state.repository.ts'

/** How often an interval is paid in a month. */
const PER_MONTH: Readonly<Record<Interval, number>> = { month: 1, year: 1 / 12, week: 52 / 12, two_weeks: 26 / 12 }

type Deps = Pick<Dependencies, 'config' | 'db' | 'models' | 'now'>

/** Figures of money, computed from the rows of subscriptions, invoices, failed payments and usage. */
export function readRevenue(deps: Deps): Promise<Revenue> {
  return readStale(deps.db, (db) => compute({ ...deps, db }))
}

async function compute({ db, now, config, models }: Deps): Promise<Revenue> {
  const [from, until] = [isoTime(now() - REVENUE_DAYS * DAY_MS), isoTime(now())]
  const counted = await count(db, { from, until, source: config.payments })
  const used = await tokensByModel(db, from, until)
  const prices = new Map(models.map(({ id, price }) => [id, price]))
  const costs = used.map(({ model, tokens }) => costOf(tokens, prices.get(model ?? '') ?? config.tokenPrice))
  return {
    recurring: await sumRecurring(db, { source: config.payments, time: until }),
    ...counted,
    tokens: used.reduce((sum, { tokens }) => sum + tokens, 0),
    tokens_cost: decimalOrNull(used.length === 0 ? costOf(0, config.tokenPrice) : sumOrNull(costs)),
    models: used.map((each, i) => ({ ...each, cost: decimalOrNull(costs[i] ?? null) })),
  }
}

/** Subscriptions with the same price and discount. */
interface Sold {
  price: string
  currency: string
  interval: string
  percent_off: number | null
  amount_off: number | null
  n: number
}

/**
 * Sums what was bought from the connected processor: another one, such as the sandbox before Stripe was configured, no
 * longer reports the end of its subscriptions. A failed payment may still be made. The next payment counts with its
 * discount.
 */
async function sumRecurring(
  db: Kysely<Database>,
  { source, time }: { source: Config['payments']; time: string },
): Promise<Revenue['recurring']> {
  const { rows } = await sql<Sold>`
    select coalesce(terms.price, plans.price) as price, coalesce(terms.currency, plans.currency) as currency,
      coalesce(terms.interval, plans.interval) as interval,
      codes.percent_off, codes.amount_off, count(*) as n
    from subscriptions
      join plans on plans.id = subscriptions.plan_id
      left join plan_terms as terms on terms.id = subscriptions.terms_id
      left join promotion_codes as codes on codes.id = subscriptions.code_id
        and (subscriptions.discount_until is null or subscriptions.discount_until > ${time})
    where subscriptions.source = ${source} and subscriptions.plan_id in ${ownPlans}
      and (subscriptions.status in ('active', 'past_due')
        or (subscriptions.status = 'trialing' and subscriptions.extended_until is not null))
    group by 1, 2, 3, 4, 5`.execute(db)
  const sums = new Map<Currency, number>()
  for (const { price, n, ...row } of rows) {
    const currency = v.parse(Currency, row.currency)
    const monthly = reduced(minorUnitsOf(price), row) * Number(n) * PER_MONTH[v.parse(Interval, row.interval)]
    sums.set(currency, (sums.get(currency) ?? 0) + monthly)
  }
  return [...sums]
    .map(([currency, sum]) => ({ currency, amount: decimalOf(Math.round(sum)) }))
    .sort((a, b) => a.currency.localeCompare(b.currency))
}

/** In minor units; null without a price of a million tokens. */
const costOf = (tokens: number, price: number | null): number | null =>
  price === null ? null : (tokens / 1e6) * price * 100

const decimalOrNull = (cost: number | null): string | null => (cost === null ? null : decimalOf(Math.round(cost)))

const sumOrNull = (costs: readonly (number | null)[]): number | null =>
  costs.reduce((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0)

/** The tokens that each model has used from one time (inclusive) until another (exclusive), most first. */
async function tokensByModel(db: Kysely<Database>, from: string, until: string) {
  const rows = await db
    .selectFrom('usage_entries')
    .select((eb) => ['model', eb.fn.sum<number>('tokens').as('tokens')])
    .where('at', '>=', from)
    .where('at', '<', until)
    .where('tokens', '>', 0)
    .groupBy('model')
    .execute()
  return rows.map(({ model, tokens }) => ({ model, tokens: Number(tokens) })).sort((a, b) => b.tokens - a.tokens)
}

type Counted = Omit<Revenue, 'models' | 'recurring' | 'tokens' | 'tokens_cost'>

/** What happened at a processor from one time (inclusive) until another (exclusive), both ISO 8601. */
interface Window {
  from: string
  until: string
  source: Config['payments']
}

async function count(db: Kysely<Database>, { from, until, source }: Window): Promise<Counted> {
  const paidBy = sql`invoices.source = ${source} and subscriptions.source = ${source}
    and invoices.subscription_source_id = subscriptions.source_id and invoices.status = 'paid'`
  const ended = sql`case when updated_at < current_period_end then updated_at else current_period_end end`
  const trials = sql`from subscriptions where source = 'trial' and plan_id in ${ownPlans}
    and current_period_end >= ${from} and current_period_end < ${until}`
  const { rows } = await sql<Record<keyof Counted, number>>`select
    (select count(distinct subscriptions.id) from invoices join subscriptions on ${paidBy}
      where subscriptions.plan_id in ${ownPlans} and invoices.paid_at >= ${from} and invoices.paid_at < ${until}
        and not exists (select 1 from invoices as earlier where earlier.source = invoices.source
          and earlier.subscription_source_id = invoices.subscription_source_id
          and earlier.status = 'paid' and earlier.paid_at < ${from})) as new_subscriptions,
    (select count(*) from subscriptions where status = 'canceled' and source = ${source}
      and plan_id in ${ownPlans} and ${ended} >= ${from} and ${ended} < ${until}
      and exists (select 1 from invoices where ${paidBy})) as lost_subscriptions,
    (select count(*) ${trials}) as trials_ended,
    (select count(*) ${trials} and exists (select 1 from invoices where invoices.user_id = subscriptions.user_id
      and invoices.source = ${source} and invoices.status = 'paid'
      and invoices.paid_at >= subscriptions.created_at)) as trials_converted,
    (select count(*) from payment_failures join invoices on invoices.id = payment_failures.invoice_id
      where invoices.source = ${source} and failed_at >= ${from} and failed_at < ${until}) as failed_payments`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('a select without a table gives one row')
  return {
    new_subscriptions: Number(row.new_subscriptions),
    lost_subscriptions: Number(row.lost_subscriptions),
    trials_ended: Number(row.trials_ended),
    trials_converted: Number(row.trials_converted),
    failed_payments: Number(row.failed_payments),
  }
}
