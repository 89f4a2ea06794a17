/// <reference path="./po.d.ts" />
import { i18n, type Messages } from '@lingui/core'
import { storeLanguage } from './detect-language.ts'
import { isLanguage, type Language } from './languages.ts'
import { linkManifest } from './link-manifest.ts'

export { detectLanguage } from './detect-language.ts'
export { i18n }

const catalogs: Record<Language, () => Promise<{ messages: Messages }>> = {
  en: () => import('./locales/en.po'),
  es: () => import('./locales/es.po'),
}

/** Loads the language's words, then shows them. Rejects when they cannot be loaded; the old ones stay. */
export async function activateLanguage(language: Language): Promise<void> {
  const { messages } = await catalogs[language]()
  i18n.loadAndActivate({ locale: language, messages })
  document.documentElement.lang = language
  linkManifest(language)
}

let wasSwitched = false

/** Whether somebody has switched the language since this page was opened. */
export const wasLanguageSwitched = (): boolean => wasSwitched

/** A person's own choice: shown, and remembered on this device. */
export async function changeLanguage(language: Language): Promise<void> {
  wasSwitched = true
  await activateLanguage(language)
  storeLanguage(language)
}

/** The language on the screen now. In components, `useLanguage()`. */
export function currentLanguage(): Language {
  return isLanguage(i18n.locale) ? i18n.locale : 'en'
}
