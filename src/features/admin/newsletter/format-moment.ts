import { formatTime } from '#i18n/format.ts'
import { formatDate } from '#i18n/format-date.ts'
import type { Language } from '#i18n/languages.ts'

/** Formats a time with its day: "Dec 5, 2026, 2:05 PM". */
export const formatMoment = (at: string, language: Language): string =>
  `${formatDate(at, language)}, ${formatTime(at, language)}`
