import type { Kysely } from 'kysely'
import type { MetricsDay } from '#contract/objects/admin-metrics.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { beginOf, daysFrom, endOf } from '../days.ts'
import { countDay } from './count-day.ts'

interface Asked {
  plans: readonly number[]
  /** A day. */
  first: string
  /** Milliseconds since 1970. */
  now: number
  activeNow: number
}

/**
 * The days from `first` to today as the tables tell them now, oldest first. How many subscriptions were active when
 * a day ended follows from those that are now, less what began since, and what ended.
 */
export async function countDays(db: Kysely<Database>, { plans, first, now, activeNow }: Asked): Promise<MetricsDay[]> {
  const days: MetricsDay[] = []
  let active = activeNow
  for (const date of daysFrom(first, now).reverse()) {
    const counted = await countDay(db, { plans, from: beginOf(date), until: endOf(date, now) })
    days.unshift({ date, active, new_people: counted.new_people, answers: counted.answers })
    // Each day is counted by itself while users go on buying and leaving: what they did meanwhile makes nothing negative.
    active = Math.max(0, active + counted.ended - counted.begun)
  }
  return days
}
