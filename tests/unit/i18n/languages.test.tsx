import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { activateLanguage, changeLanguage, currentLanguage, detectLanguage, i18n } from '#i18n/i18n.ts'

beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

function browserSpeaks(...languages: string[]) {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
}

function refuseStorage() {
  const original = Object.getOwnPropertyDescriptor(window, 'localStorage')
  Object.defineProperty(window, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  })
  onTestFinished(() => {
    if (original) Object.defineProperty(window, 'localStorage', original)
  })
}

test('the stored language takes precedence over the browser’s languages', () => {
  browserSpeaks('en-GB')
  localStorage.setItem('selectedLanguage', 'es')
  expect(detectLanguage()).toBe('es')
})

test('the first supported language of the browser is used without a stored choice', () => {
  browserSpeaks('de-DE', 'es-MX', 'en')
  expect(detectLanguage()).toBe('es')
})

test('a browser with no supported language gets English', () => {
  browserSpeaks('de', 'fr-CH')
  expect(detectLanguage()).toBe('en')
})

test('a stored value that is no supported language is ignored', () => {
  browserSpeaks('es')
  localStorage.setItem('selectedLanguage', '{"language":"en"}')
  expect(detectLanguage()).toBe('es')
})

test('the browser’s language is used where storage is blocked, and a choice lasts as long as the page', async () => {
  refuseStorage()
  browserSpeaks('es-ES')
  expect(detectLanguage()).toBe('es')
  await changeLanguage('en')
  expect(currentLanguage()).toBe('en')
})

test('changing the language updates the texts and the lang attribute, and stores the choice', async () => {
  await activateLanguage('en')
  await changeLanguage('es')
  expect(i18n.locale).toBe('es')
  expect(document.documentElement.lang).toBe('es')
  expect(localStorage.getItem('selectedLanguage')).toBe('es')
})

test('showing a language without choosing it stores nothing', async () => {
  await activateLanguage('es')
  expect(localStorage.getItem('selectedLanguage')).toBeNull()
})
