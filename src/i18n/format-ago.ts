import type { Language } from './languages.ts'

const steps = [
  ['minute', 60],
  ['hour', 60 * 60],
  ['day', 24 * 60 * 60],
] as const

/** Formats as "5 minutes ago" or "hace 5 minutos"; "now" within a minute. Times are milliseconds since 1970. */
export function formatAgo(moment: number, now: number, language: Language): string {
  const seconds = Math.max(0, (now - moment) / 1000)
  const formatter = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const step = steps.findLast(([, length]) => seconds >= length)
  if (!step) return formatter.format(0, 'second')
  const [unit, length] = step
  return formatter.format(-Math.floor(seconds / length), unit)
}
