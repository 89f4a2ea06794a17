import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import type { Language } from './languages.ts'

type Moment = Date | string | number

/* formatTime and formatDay give Intl's results (a test verifies it) without Intl: creating the first Intl formatter
   of a page takes longer (35 ms, four times that on a phone) than rendering the first screen's texts. */
const months: Record<Language, readonly string[]> = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  es: ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sept', 'oct', 'nov', 'dic'],
}

/** The English of the regions whose clocks have twelve hours, by Unicode's CLDR; without a region it is American. */
const twelveHours = /^en(?:$|-(?:AU|BB|BD|BS|CA|FJ|GH|GY|HK|IN|JM|LK|MY|NZ|PH|PK|PR|SG|TT|US|ZM)\b)/

/**
 * Formats as "14:05", in English as "2:05 PM" where the device's region has a clock of twelve hours. Throws a
 * RangeError for an invalid date.
 */
export function formatTime(moment: Moment, language: Language): string {
  const date = toDate(moment)
  const hours = date.getHours()
  const minutes = String(date.getMinutes()).padStart(2, '0')
  if (language === 'en' && twelveHours.test(navigator.language)) {
    return `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`
  }
  return `${language === 'en' ? String(hours).padStart(2, '0') : hours}:${minutes}`
}

/** The regions whose English names the month before the day, by Unicode's CLDR; without a region it is American. */
const monthFirst = /^en$|-(?:AS|BI|CA|GU|MH|MP|PH|PR|UM|US|VI)\b/

/**
 * Formats as "Nov 21", or "21 Nov" where the device's region has the day first, "21 nov" in Spanish; with the year if
 * it is not that of `now`, and always when that is null. Throws a RangeError as above.
 */
export function formatDay(moment: Moment, language: Language, now: Date | null = new Date()): string {
  const date = toDate(moment)
  const [day, month, year] = [date.getDate(), months[language][date.getMonth()], date.getFullYear()]
  const isThisYear = year === now?.getFullYear()
  if (language === 'en' && monthFirst.test(navigator.language)) return `${month} ${day}${isThisYear ? '' : `, ${year}`}`
  return `${day} ${month}${isThisYear ? '' : ` ${year}`}`
}

function toDate(moment: Moment): Date {
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) throw new RangeError('no moment')
  return date
}

/** Formats as "1,284", "1284" in Spanish, with Intl's grouping. */
export function formatNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(language).format(value)
}

/** Formats a fraction: 0.62 is "62%", "62 %" in Spanish. */
export function formatPercent(share: number, language: Language): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share)
}

export type DayGroup = 'today' | 'yesterday' | 'older'

/** Returns the heading of the chat list for a time, by the local calendar day. */
export function dayGroup(moment: Moment, now: Date = new Date()): DayGroup {
  const days = differenceInCalendarDays(now, new Date(moment))
  if (days <= 0) return 'today'
  return days === 1 ? 'yesterday' : 'older'
}
