import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import type { Language } from './languages.ts'

const steps = [
  ['minute', 60],
  ['hour', 60 * 60],
  ['day', 24 * 60 * 60],
] as const

/**
 * Formats as "5 minutes ago" or "hace 5 minutos"; "now" within a minute. Times are milliseconds since 1970. Days are
 * those of the calendar, because Intl names them: 47 hours ago can be two days before today, which is not "yesterday".
 */
export function formatAgo(moment: number, now: number, language: Language): string {
  const seconds = Math.max(0, (now - moment) / 1000)
  const formatter = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const step = steps.findLast(([, length]) => seconds >= length)
  if (!step) return formatter.format(0, 'second')
  const [unit, length] = step
  const count = unit === 'day' ? differenceInCalendarDays(now, moment) : Math.floor(seconds / length)
  return formatter.format(-count, unit)
}
