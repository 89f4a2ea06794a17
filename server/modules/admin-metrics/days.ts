import { DAY_MS, isoTime } from '../../lib/time.ts'
/** When a day began, ISO 8601. */
export const beginOf = (day: string): string => `${day}T00:00:00.000Z`

/** Before what it ended; today ends with this very millisecond. */
export const endOf = (day: string, now: number): string =>
  new Date(Math.min(Date.parse(beginOf(day)) + DAY_MS, now + 1)).toISOString()

/** The last `count` days in UTC, the oldest first, today's the last. */
export const lastDays = (now: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => new Date(now - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10))

/** From a day to today's. */
export const daysFrom = (first: string, now: number): string[] =>
  lastDays(now, Math.floor((now - Date.parse(beginOf(first))) / DAY_MS) + 1)

/** ISO 8601. */
export const daysLater = (now: number, count: number): string => isoTime(now + count * DAY_MS)
