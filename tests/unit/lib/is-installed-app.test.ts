import { afterEach, expect, test, vi } from 'vitest'
import { isInstalledApp } from '#lib/browser/is-installed-app.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser whose window has that display mode; null: one without display modes. */
function inMode(mode: string | null, navigator: object = {}): void {
  vi.stubGlobal('navigator', navigator)
  vi.stubGlobal('window', { matchMedia: (query: string) => ({ matches: query === `(display-mode: ${mode})` }) })
}

test.each(['standalone', 'minimal-ui', 'fullscreen'])(
  'a window in the display mode %s is the installed app',
  (mode) => {
    inMode(mode)
    expect(isInstalledApp()).toBe(true)
  },
)

test.each(['browser', 'picture-in-picture', null])(
  'a window in the display mode %s is not the installed app',
  (mode) => {
    inMode(mode)
    expect(isInstalledApp()).toBe(false)
  },
)

test('an app on the home screen of an iPhone is the installed app', () => {
  inMode(null, { standalone: true })
  expect(isInstalledApp()).toBe(true)
})
