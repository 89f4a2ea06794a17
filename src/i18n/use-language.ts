import { useLingui } from '@lingui/react'
import { isLanguage, type Language } from './languages.ts'

/** Returns the active language; renders again when it changes. */
export function useLanguage(): Language {
  const { locale } = useLingui().i18n
  return isLanguage(locale) ? locale : 'en'
}
