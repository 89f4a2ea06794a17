import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** The path of the first of these programs on PATH; undefined when there is none. */
export function findOnPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

/** Installs one of Playwright's own browsers; throws when it cannot be downloaded. */
export function installByPlaywright(browser: 'chromium' | 'firefox' | 'webkit'): void {
  execFileSync('npx', ['playwright', 'install', browser], { stdio: 'inherit', timeout: 300_000 })
}

/** Installs packages of Debian or Ubuntu; throws on other systems and without root. */
export function installByApt(packages: readonly string[]): void {
  if (process.getuid?.() !== 0) throw new Error('apt-get needs root')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // Test files of several processes install at once, and apt-get fails while another one runs.
  const runAlone = (...args: string[]) =>
    execFileSync('flock', [join(tmpdir(), 'companion-apt.lock'), 'apt-get', ...args], { stdio: 'inherit', env })
  runAlone('update')
  runAlone('install', '-y', '--no-install-recommends', ...packages)
}

/** Tries to install what `find` looks for, in one way after the other; throws all errors when none succeeded. */
export function ensureFound<Found>(
  name: string,
  find: () => Found | undefined,
  installers: readonly (() => void)[],
): Found {
  const found = find()
  if (found !== undefined) return found
  const failures: string[] = []
  for (const install of installers) {
    try {
      install()
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error))
    }
    const installed = find()
    if (installed !== undefined) return installed
  }
  throw new Error(`No ${name}, and none could be installed.\n${failures.join('\n')}`)
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
