import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Path of a Chromium: CHROMIUM_PATH, else Playwright's own, else the system's; undefined when there is none. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (!isExecutable(named)) throw new Error(`CHROMIUM_PATH is ${named}, where no program is`)
    return named
  }
  const folders = (process.env.PATH ?? '').split(delimiter)
  const system = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [chromium.executablePath(), ...system].find(isExecutable)
}

/** As `findChromium`, but installs one when there is none: by Playwright, else as root by apt. */
export function ensureChromium(): string {
  const found = findChromium()
  if (found) return found
  const failures: string[] = []
  for (const install of [byPlaywright, byApt]) {
    try {
      install()
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error))
    }
    const installed = findChromium()
    if (installed) return installed
  }
  throw new Error(`No Chromium, and none could be installed; set CHROMIUM_PATH.\n${failures.join('\n')}`)
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

function byPlaywright(): void {
  execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit', timeout: 300_000 })
}

function byApt(): void {
  if (process.getuid?.() !== 0) throw new Error('apt-get needs root')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('apt-get', ['update'], { stdio: 'inherit', env })
  execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { stdio: 'inherit', env })
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
