/// <reference path="./po.d.ts" />
import { i18n, type Messages } from '@lingui/core'
import { detectLanguage, storeLanguage } from './detect-language.ts'
import { isLanguage, type Language } from './languages.ts'
import { linkManifest } from './link-manifest.ts'

export { detectLanguage } from './detect-language.ts'
export { i18n }

type Catalogs = Record<Language, () => Promise<{ messages: Messages }>>

const first: Catalogs = { en: () => import('./locales/en.po'), es: () => import('./locales/es.po') }
/** What further screens need besides (scripts/build/message-parts.ts). */
const further = {
  screens: { en: () => import('./locales/en.po?screens.po'), es: () => import('./locales/es.po?screens.po') },
  later: { en: () => import('./locales/en.po?later.po'), es: () => import('./locales/es.po?later.po') },
} satisfies Record<string, Catalogs>
type Part = keyof typeof further

let wanted: Language = detectLanguage()
const needed = new Set<Part>()
const loaded = new Set<string>()

/** Loads a language's messages and activates them, without a page. */
export async function loadMessages(language: Language): Promise<void> {
  wanted = language
  const [{ messages }] = await Promise.all([first[language](), ...[...needed].map((part) => add(part, language))])
  i18n.load(language, messages)
  i18n.activate(language)
}

/** Loads a further part of the messages, in this language and in those that are chosen from now on. */
export function loadMoreMessages(part: Part): Promise<void> {
  needed.add(part)
  return add(part, wanted)
}

async function add(part: Part, language: Language): Promise<void> {
  const name = `${part}/${language}`
  if (loaded.has(name)) return
  const { messages } = await further[part][language]()
  i18n.load(language, messages)
  loaded.add(name)
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
