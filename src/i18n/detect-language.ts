import { isLanguage, type Language } from './languages.ts'

/** The localStorage key of the chosen language; holds "en" or "es". */
const STORED_AS = 'selectedLanguage'

/** The stored choice, else the browser's first language that we speak, else English. */
export function detectLanguage(): Language {
  return storedLanguage() ?? browserLanguage() ?? 'en'
}

export function storedLanguage(): Language | null {
  try {
    const stored = localStorage.getItem(STORED_AS)
    return isLanguage(stored) ? stored : null
  } catch {
    // Storage is refused in some private windows: then there is no stored choice.
    return null
  }
}

/** Returns false where storage is refused or full: the choice then lasts as long as the page. */
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
