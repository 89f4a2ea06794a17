import { format } from 'date-fns/format'
import { enUS } from 'date-fns/locale/en-US'
import { es } from 'date-fns/locale/es'
import type { Language } from './languages.ts'

const locales = { en: enUS, es }

/**
 * Formats as "MMM d, yyyy" in English ("Nov 21, 2026") and in Spanish order "21 nov 2026". In a separate file, because
 * only pages with full dates need date-fns.
 */
export function formatDate(moment: Date | string | number, language: Language): string {
  return format(new Date(moment), 'PP', { locale: locales[language] })
}
