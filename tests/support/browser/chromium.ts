import { chromium } from '@playwright/test'
import { ensureFound, findOnPath, installByApt, installByPlaywright, isExecutable } from './install-program.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const shells = ['chromium-headless-shell', 'chrome-headless-shell']

/** Path of a Chromium: CHROMIUM_PATH, else Playwright's own, else the system's; undefined when there is none. */
export function findChromium(): string | undefined {
  const named = namedBy('CHROMIUM_PATH')
  if (named !== undefined) return named
  const own = chromium.executablePath()
  return isExecutable(own) ? own : findOnPath(names)
}

/** As `findChromium`, but installs one when there is none: by Playwright, else as root by apt. */
export function ensureChromium(): string {
  const installers = [() => installByPlaywright('chromium'), () => installByApt(['chromium'])]
  return ensureFound('Chromium (CHROMIUM_PATH can name one)', findChromium, installers)
}

/**
 * Path of Chromium's headless shell, which renders pages with three quarters of the processor time but has no
 * notifications, push messages or Background Sync: HEADLESS_SHELL_PATH, else the system's, installed by apt where that
 * is possible. Else, and when CHROMIUM_PATH names the browser to test, the one of `ensureChromium`. Writes the result
 * to HEADLESS_SHELL_PATH, so that child processes need not search again.
 */
export function ensureHeadlessShell(): string {
  const found = namedBy('HEADLESS_SHELL_PATH') ?? namedBy('CHROMIUM_PATH') ?? findOnPath(shells) ?? installShell()
  process.env.HEADLESS_SHELL_PATH = found
  return found
}

function installShell(): string {
  try {
    installByApt(['chromium-headless-shell'])
  } catch (error) {
    console.warn(`No headless shell could be installed, the whole Chromium is slower: ${error}`)
  }
  return findOnPath(shells) ?? ensureChromium()
}

/** The program that an environment variable names; throws when it is not executable. */
function namedBy(variable: string): string | undefined {
  const path = process.env[variable]
  if (!path) return undefined
  if (!isExecutable(path)) throw new Error(`${variable} is ${path}, where no program is`)
  return path
}

/** Arguments for a container or a test machine, with which the browser makes no requests of its own. */
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
