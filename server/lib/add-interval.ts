import type { Interval } from '#contract/objects/plan.ts'
import { DAY_MS } from './time.ts'

/**
 * The end of `count` periods from `from` (both ISO 8601), in UTC; the 31st becomes the last day of a shorter month.
 * date-fns is not used, because loading it would dominate the server's start time.
 */
export function addInterval(from: string, interval: Interval, count = 1): string {
  const start = new Date(from)
  if (interval === 'week') return new Date(start.getTime() + 7 * count * DAY_MS).toISOString()
  if (interval === 'two_weeks') return new Date(start.getTime() + 14 * count * DAY_MS).toISOString()
  return addMonths(start, interval === 'month' ? count : 12 * count).toISOString()
}

function addMonths(start: Date, count: number): Date {
  const end = new Date(start)
  end.setUTCMonth(start.getUTCMonth() + count)
  // A day that overflowed into the next month becomes the last day of the right one.
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0)
  return end
}
