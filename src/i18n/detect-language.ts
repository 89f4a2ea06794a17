import { isLanguage, type Language } from './languages.ts'

/** The localStorage key of the chosen language; holds "en" or "es". */
const STORED_AS = 'selectedLanguage'

/** Returns the stored language, otherwise the browser's first supported one, otherwise English. */
export function detectLanguage(): Language {
  return storedLanguage() ?? browserLanguage() ?? 'en'
}

function storedLanguage(): Language | null {
  try {
    const stored = localStorage.getItem(STORED_AS)
    return isLanguage(stored) ? stored : null
  } catch {
    // Some private windows refuse storage: then no language is stored.
    return null
  }
}

/** Returns false where storage is refused or full: the language then lasts until a reload. */
export function storeLanguage(language: Language): boolean {
  try {
    localStorage.setItem(STORED_AS, language)
    return true
  } catch {
    return false
  }
}

function browserLanguage(): Language | undefined {
  return navigator.languages.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage)
}
