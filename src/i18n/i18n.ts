/// <reference path="./po.d.ts" />
import { i18n, type Messages } from '@lingui/core'
import { detectLanguage, storeLanguage } from './detect-language.ts'
import { isLanguage, type Language } from './languages.ts'
import { linkManifest } from './link-manifest.ts'

export { detectLanguage } from './detect-language.ts'
export { i18n }

type Catalogs = Record<Language, () => Promise<{ messages: Messages }>>

const first: Catalogs = { en: () => import('./locales/en.po'), es: () => import('./locales/es.po') }
/** What later screens need besides (scripts/build/message-parts.ts). */
const later: Catalogs = { en: () => import('./locales/en.po?lingui'), es: () => import('./locales/es.po?lingui') }

let wanted: Language = detectLanguage()
let isLaterNeeded = false
const withLater = new Set<Language>()

/** Loads a language's messages and activates them, without a page. */
export async function loadMessages(language: Language): Promise<void> {
  wanted = language
  const [{ messages }] = await Promise.all([first[language](), isLaterNeeded ? addLater(language) : undefined])
  i18n.load(language, messages)
  i18n.activate(language)
}

/** Loads the messages of later screens, in this language and in those that are chosen from now on. */
export function loadLaterMessages(): Promise<void> {
  isLaterNeeded = true
  return addLater(wanted)
}

async function addLater(language: Language): Promise<void> {
  if (withLater.has(language)) return
  const { messages } = await later[language]()
  i18n.load(language, messages)
  withLater.add(language)
}

/** Loads a language's messages, then activates it. Rejects when loading fails; the current language stays active. */
export async function activateLanguage(language: Language): Promise<void> {
  await loadMessages(language)
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
