import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import type { Language } from './languages.ts'

type Moment = Date | string | number

/** "14:05" or "2:05 PM", as the language writes it. */
export function formatTime(moment: Moment, language: Language): string {
  return formatter(language, { hour: 'numeric', minute: '2-digit' }).format(new Date(moment))
}

/** "Nov 21", "21 nov" in Spanish, with the year when it is not this one. */
export function formatDay(moment: Moment, language: Language, now: Date = new Date()): string {
  const date = new Date(moment)
  const year = date.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const)
  return formatter(language, { day: 'numeric', month: 'short', ...year }).format(date)
}

/** "1,284", "1284" in Spanish: as Intl groups it. */
export function formatNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(language).format(value)
}

/** A share of 1: 0.62 is "62%", "62 %" in Spanish. */
export function formatPercent(share: number, language: Language): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share)
}

export type DayGroup = 'today' | 'yesterday' | 'older'

/** Which heading of the chat list a moment stands under, in the reader's own days. */
export function dayGroup(moment: Moment, now: Date = new Date()): DayGroup {
  const days = differenceInCalendarDays(now, new Date(moment))
  if (days <= 0) return 'today'
  return days === 1 ? 'yesterday' : 'older'
}

/** Making an Intl formatter costs far more than using it, and lists use the same ones over and over. */
const made = new Map<string, Intl.DateTimeFormat>()

function formatter(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language}${JSON.stringify(options)}`
  const known = made.get(key)
  if (known) return known
  const fresh = new Intl.DateTimeFormat(language, options)
  made.set(key, fresh)
  return fresh
}
