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

/** Loads a language's messages, then activates it. Rejects when loading fails; the current language stays active. */
export async function activateLanguage(language: Language): Promise<void> {
  const { messages } = await catalogs[language]()
  i18n.loadAndActivate({ locale: language, messages })
  document.documentElement.lang = language
  linkManifest(language)
}

let wasSwitched = false

/** Returns whether the user has switched the language since this page was opened. */
export const wasLanguageSwitched = (): boolean => wasSwitched

/** Activates the user's choice and stores it on this device. */
export async function changeLanguage(language: Language): Promise<void> {
  wasSwitched = true
  await activateLanguage(language)
  storeLanguage(language)
}

/** Returns the active language. In components, use `useLanguage()`. */
export function currentLanguage(): Language {
  return isLanguage(i18n.locale) ? i18n.locale : 'en'
}
