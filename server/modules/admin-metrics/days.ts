import { DAY_MS, isoTime } from '../../lib/time.ts'
/** The start of a day, ISO 8601. */
export const beginOf = (day: string): string => `${day}T00:00:00.000Z`

/** The exclusive end of a day, ISO 8601; that of today is the millisecond after `now`. */
export const endOf = (day: string, now: number): string =>
  new Date(Math.min(Date.parse(beginOf(day)) + DAY_MS, now + 1)).toISOString()

/** The last `count` days in UTC up to today, the oldest first. */
export const lastDays = (now: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => new Date(now - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10))

/** The days from `first` to today. */
export const daysFrom = (first: string, now: number): string[] =>
  lastDays(now, Math.floor((now - Date.parse(beginOf(first))) / DAY_MS) + 1)

/** `now` plus `count` days, ISO 8601. */
export const daysLater = (now: number, count: number): string => isoTime(now + count * DAY_MS)
