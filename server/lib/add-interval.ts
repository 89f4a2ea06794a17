import type { Interval } from '#contract/objects/plan.ts'
import { DAY_MS } from './time.ts'

/**
 * The end of `count` periods that begin at `from` (ISO 8601 both); the 31st becomes the month's last day. In UTC on every
 * server. Without date-fns: loading it takes a server longer than everything else it does to start.
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
  // An overflow into the month after it goes back to the last day of the right one.
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0)
  return end
}
