import { beforeEach, expect, test, vi } from 'vitest'
import { changeLanguage, i18n, loadMoreMessages } from '#i18n/i18n.ts'

const { spanish } = vi.hoisted(() => ({ spanish: Promise.withResolvers<void>() }))
vi.mock('#i18n/locales/en.po', () => ({ messages: { greeting: 'Hello' } }))
vi.mock('#i18n/locales/es.po', async () => {
  await spanish.promise
  return { messages: { greeting: 'Hola' } }
})
vi.mock('#i18n/locales/en.po?screens.po', () => ({ messages: { screen: 'Settings' } }))
vi.mock('#i18n/locales/en.po?later.po', () => ({ messages: { later: 'Later' } }))
vi.mock('#i18n/locales/es.po?later.po', () => {
  throw new Error('There is no network')
})

const selected = () => [i18n.locale, document.documentElement.lang, localStorage.getItem('selectedLanguage')]

beforeEach(() => changeLanguage('en'))

test('the language that was chosen last wins, also when the one before is loaded later', async () => {
  const slow = changeLanguage('es')
  await changeLanguage('en')
  spanish.resolve()
  await slow
  expect(selected()).toEqual(['en', 'en', 'en'])
  await changeLanguage('es')
  expect(selected()).toEqual(['es', 'es', 'es'])
})

test('a language that cannot be loaded leaves the active one, in which screens that are opened later have their texts', async () => {
  await loadMoreMessages('later')
  await expect(changeLanguage('es')).rejects.toThrow()
  expect(selected()).toEqual(['en', 'en', 'en'])
  await loadMoreMessages('screens')
  expect(i18n._('screen')).toBe('Settings')
})
