import { beforeEach, describe, expect, it, vi } from 'vitest'
import { detectLanguage } from '#i18n/detect-language.ts'
import { barColours, mirrorTheme } from '#ui/theme/theme.ts'
import script from '../../../src/before-paint.js?raw'

const root = document.documentElement
const run = () => new Function(script)()
const bars = () => [...document.querySelectorAll<HTMLMetaElement>('meta')].map(({ content }) => content)

describe('the script before the first paint', () => {
  beforeEach(() => {
    vi.unstubAllGlobals()
    localStorage.clear()
    history.replaceState(null, '', '/')
    root.removeAttribute('data-theme')
    root.removeAttribute('data-app')
    document.head.innerHTML = '<meta name="theme-color" content="a"><meta name="theme-color" content="b">'
  })

  it.each(['light', 'dark'] as const)('applies the mirrored theme %s to the page and the browser bars', (theme) => {
    mirrorTheme(theme)
    run()
    expect(root.dataset.theme).toBe(theme)
    expect(bars()).toEqual([barColours[theme], barColours[theme]])
  })

  it('leaves the colours to the device after a change back to its theme, and with an unknown text', () => {
    mirrorTheme('dark')
    mirrorTheme('system')
    run()
    localStorage.setItem('companion:theme', 'constructor')
    run()
    expect(root.dataset.theme).toBeUndefined()
    expect(bars()).toEqual(['a', 'b'])
  })

  it.each([
    [['es-MX', 'en'], null],
    [['fr-FR', 'es'], null],
    [['fr'], null],
    [['es'], 'en'],
    [['en'], 'es'],
    [['en'], 'de'],
  ])('chooses the same language as the app for a browser with %j that stored %j', (wanted, stored) => {
    vi.stubGlobal('navigator', { languages: wanted })
    if (stored !== null) localStorage.setItem('selectedLanguage', stored)
    run()
    expect(root.lang).toBe(detectLanguage())
  })

  const mirror = (refreshToken: string | null) => JSON.stringify({ state: { user: {}, refreshToken }, version: 3 })

  it.each([
    ['a user is signed in', () => localStorage.setItem('auth-storage', mirror('r')), true],
    ['nobody is signed in any more', () => localStorage.setItem('auth-storage', mirror(null)), false],
    ['the stored text is invalid', () => localStorage.setItem('auth-storage', '{'), false],
    ['the account was just deleted', () => history.replaceState({ goodbye: true }, '', '/'), true],
    ['a page asked for the log-in', () => history.replaceState(null, '', '/auth/login?redirect=%2Fchat'), true],
    [
      'another page was reloaded',
      () => history.replaceState({ __TSR_index: 0 }, '', '/auth/register?redirect=x'),
      false,
    ],
  ])('hides the prerendered content or not when %s', (_when, arrange, isHidden) => {
    arrange()
    run()
    expect(root.hasAttribute('data-app')).toBe(isHidden)
  })

  it('hides that of the log-in while a way back is stored', () => {
    localStorage.setItem('redirectFrom', '/account')
    run()
    expect(root.hasAttribute('data-app')).toBe(false)
    history.replaceState(null, '', '/auth/login')
    run()
    expect(root.hasAttribute('data-app')).toBe(true)
  })
})
