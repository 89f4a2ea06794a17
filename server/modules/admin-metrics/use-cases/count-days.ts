import type { Kysely } from 'kysely'
import type { MetricsDay } from '#contract/objects/admin/metrics.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { beginOf, daysFrom, endOf } from '../days.ts'
import { countDay } from './count-day.ts'

interface DayRange {
  plans: readonly number[]
  /** A UTC date. */
  first: string
  /** Milliseconds since 1970. */
  now: number
  activeNow: number
}

/**
 * Metrics of the days from `first` to today by the current rows, oldest first. The active subscriptions at the end of a
 * day are computed backwards from those active now, less the started and plus the ended ones.
 */
export async function countDays(
  db: Kysely<Database>,
  { plans, first, now, activeNow }: DayRange,
): Promise<MetricsDay[]> {
  const days: MetricsDay[] = []
  let active = activeNow
  for (const date of daysFrom(first, now).reverse()) {
    const counted = await countDay(db, { plans, from: beginOf(date), until: endOf(date, now) })
    days.unshift({ date, active, new_people: counted.new_people, answers: counted.answers })
    // Users may buy or cancel between two counts; the result must not become negative.
    active = Math.max(0, active + counted.ended - counted.begun)
  }
  return days
}
