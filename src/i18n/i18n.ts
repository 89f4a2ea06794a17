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

/**
 * Loads a language's messages and activates them; it changes nothing of the page, and runs without one too. False when
 * another language was chosen meanwhile. Rejects when loading fails; the current language stays active.
 */
export async function loadMessages(language: Language): Promise<boolean> {
  wanted = language
  try {
    const [{ messages }] = await Promise.all([first[language](), ...[...needed].map((part) => add(part, language))])
    i18n.load(language, messages)
  } catch (error) {
    if (wanted === language) wanted = currentLanguage()
    throw error
  }
  if (wanted !== language) return false
  i18n.activate(language)
  return true
}

/** Loads a further part of the messages: in the active language, in one that is being loaded, and in later choices. */
export async function loadMoreMessages(part: Part): Promise<void> {
  needed.add(part)
  const languages = new Set([wanted, isLanguage(i18n.locale) ? i18n.locale : wanted])
  await Promise.all([...languages].map((language) => add(part, language)))
}

async function add(part: Part, language: Language): Promise<void> {
  const name = `${part}/${language}`
  if (loaded.has(name)) return
  const { messages } = await further[part][language]()
  i18n.load(language, messages)
  loaded.add(name)
}

/** Like `loadMessages`, and sets the language of the page. */
export async function activateLanguage(language: Language): Promise<boolean> {
  const isActive = await loadMessages(language)
  if (!isActive) return false
  document.documentElement.lang = language
  linkManifest(language)
  return true
}

let wasSwitched = false

/** Returns whether the user has switched the language since this page was opened. */
export const wasLanguageSwitched = (): boolean => wasSwitched

/** Activates the user's choice and stores it on this device. */
export async function changeLanguage(language: Language): Promise<void> {
  wasSwitched = true
  if (await activateLanguage(language)) storeLanguage(language)
}

/** Returns the active language. In components, use `useLanguage()`. */
export function currentLanguage(): Language {
  return isLanguage(i18n.locale) ? i18n.locale : 'en'
}
