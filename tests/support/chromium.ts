import { chromium } from '@playwright/test'
import { ensureFound, findOnPath, installByApt, installByPlaywright, isExecutable } from './install-program.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Path of a Chromium: CHROMIUM_PATH, else Playwright's own, else the system's; undefined when there is none. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (!isExecutable(named)) throw new Error(`CHROMIUM_PATH is ${named}, where no program is`)
    return named
  }
  const own = chromium.executablePath()
  return isExecutable(own) ? own : findOnPath(names)
}

/** As `findChromium`, but installs one when there is none: by Playwright, else as root by apt. */
export function ensureChromium(): string {
  const installers = [() => installByPlaywright('chromium'), () => installByApt(['chromium'])]
  return ensureFound('Chromium (CHROMIUM_PATH can name one)', findChromium, installers)
}

/** What a browser in a container or on a test machine needs; it makes no requests of its own. */
export function chromiumArguments(): string[] {
  return [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
}
