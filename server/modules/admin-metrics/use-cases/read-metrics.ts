import type { Kysely } from 'kysely'
import { METRICS_DAYS, METRICS_WEEK_DAYS, type Metrics, type MetricsDay } from '#contract/objects/admin/metrics.ts'
import { readStale } from '../../../db/read-replica.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { daysLater, lastDays } from '../days.ts'
import { countActive, ownPlanIds } from './count-active.ts'
import { countDays } from './count-days.ts'

type Deps = Pick<Dependencies, 'db' | 'now'>

/** The metrics of the admin panel. Past days come from the stored metrics, the others are counted now. */
export function readMetrics({ db, now }: Deps): Promise<Metrics> {
  return readStale(db, (from) => count({ db: from, now }))
}

async function count({ db, now }: Deps): Promise<Metrics> {
  const time = now()
  const plans = await ownPlanIds(db)
  const { active, trialsEnding } = await countActive(db, {
    plans,
    now: daysLater(time, 0),
    soon: daysLater(time, METRICS_WEEK_DAYS),
  })
  const days = lastDays(time, METRICS_DAYS)
  const stored = await storedDays(db, days)
  const first = days.find((day) => !stored.has(day)) ?? days.at(-1) ?? ''
  const counted = await countDays(db, { plans, first, now: time, activeNow: active })
  const all = days.flatMap((day) => stored.get(day) ?? counted.find(({ date }) => date === day) ?? [])
  const week = all.slice(-METRICS_WEEK_DAYS)
  return {
    active_subscriptions: active,
    trials_ending: trialsEnding,
    new_people: week.reduce((sum, day) => sum + day.new_people, 0),
    answers: week.reduce((sum, day) => sum + day.answers, 0),
    days: all,
  }
}

/**
 * Stores the missing metrics up to the day before yesterday. These days no longer change, and later deletions must not
 * affect them.
 */
export async function storeMetrics({ db, now }: Deps): Promise<void> {
  const time = now()
  const over = lastDays(time, METRICS_DAYS).slice(0, -2)
  const stored = await storedDays(db, over)
  const missing = over.filter((day) => !stored.has(day))
  const first = missing[0]
  if (first === undefined) return
  const plans = await ownPlanIds(db)
  const { active } = await countActive(db, { plans, now: daysLater(time, 0), soon: daysLater(time, 0) })
  const counted = await countDays(db, { plans, first, now: time, activeNow: active })
  const rows = counted
    .filter(({ date }) => missing.includes(date))
    .map(({ date, ...metrics }) => ({ day: date, ...metrics }))
  await db
    .insertInto('daily_figures')
    .values(rows)
    // Another process stored it first.
    .onConflict((known) => known.doNothing())
    .execute()
}

async function storedDays(db: Kysely<Database>, days: readonly string[]): Promise<Map<string, MetricsDay>> {
  const rows = await db.selectFrom('daily_figures').selectAll().where('day', 'in', days).execute()
  return new Map(rows.map(({ day, ...metrics }) => [day, { date: day, ...metrics }]))
}
