import { formatDay } from './format.ts'
import type { Language } from './languages.ts'

/** Formats a day with its year: "Nov 21, 2026", "21 Nov 2026" where the device's region has the day first. */
export function formatDate(moment: Date | string | number, language: Language): string {
  return formatDay(moment, language, null)
}
