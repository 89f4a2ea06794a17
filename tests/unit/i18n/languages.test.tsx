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

test("the stored choice comes before the browser's languages", () => {
  browserSpeaks('en-GB')
  localStorage.setItem('selectedLanguage', 'es')
  expect(detectLanguage()).toBe('es')
})

test('without a choice, the first language of the browser that we speak is taken', () => {
  browserSpeaks('de-DE', 'es-MX', 'en')
  expect(detectLanguage()).toBe('es')
})

test('a browser that speaks neither gets English', () => {
  browserSpeaks('de', 'fr-CH')
  expect(detectLanguage()).toBe('en')
})

test('a stored value that is no language of ours counts as none', () => {
  browserSpeaks('es')
  localStorage.setItem('selectedLanguage', '{"language":"en"}')
  expect(detectLanguage()).toBe('es')
})

test('where storage is refused, the browser decides and a choice lasts as long as the page', async () => {
  refuseStorage()
  browserSpeaks('es-ES')
  expect(detectLanguage()).toBe('es')
  await changeLanguage('en')
  expect(currentLanguage()).toBe('en')
})

test('changing the language shows its words, names it on the page and remembers it', async () => {
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
