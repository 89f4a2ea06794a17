import { formatDay, formatTime } from '#i18n/format.ts'
import type { Language } from '#i18n/languages.ts'

/** Formats a time as "14:02" for today and as "21 Nov, 14:02" for any other day. */
export function formatMoment(moment: string | number, language: Language, now: Date = new Date()): string {
  const date = new Date(moment)
  const time = formatTime(date, language)
  return date.toDateString() === now.toDateString() ? time : `${formatDay(date, language, now)}, ${time}`
}
