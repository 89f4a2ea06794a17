import { formatDay, formatTime } from '#i18n/format.ts'
import type { Language } from '#i18n/languages.ts'

/** "14:02" for a moment of this day, "21 Nov, 14:02" for any other. */
export function describeMoment(moment: string | number, language: Language, now: Date = new Date()): string {
  const date = new Date(moment)
  const time = formatTime(date, language)
  return date.toDateString() === now.toDateString() ? time : `${formatDay(date, language, now)}, ${time}`
}
