import { join } from 'node:path'
import browserslist from 'browserslist'

/** The engines in `browserslist` of package.json, with the names of the build target and for users. */
const engines = [
  { id: 'safari', target: 'safari', name: 'Safari' },
  { id: 'ios_saf', target: 'ios', name: 'Safari on iPhone and iPad' },
  { id: 'firefox', target: 'firefox', name: 'Firefox' },
  { id: 'chrome', target: 'chrome', name: 'Chrome' },
  { id: 'edge', target: 'edge', name: 'Edge' },
  // Samsung Internet uses Chrome's engine: version 27 has that of Chrome 125.
  { id: 'samsung', target: null, name: 'Samsung Internet' },
] as const

export interface SupportedBrowser {
  name: string
  /** The oldest supported version. */
  version: string
  /** In the form of esbuild's and Vite's `target`. */
  target: string | null
}

/** The browsers in `browserslist` of package.json, for the build target, the README and the page for older browsers. */
export function supportedBrowsers(root: string = join(import.meta.dirname, '../..')): SupportedBrowser[] {
  const listed = browserslist(undefined, { path: join(root, 'package.json') }).map((entry) => entry.split(' '))
  return engines.map(({ id, target, name }) => {
    const versions = listed.filter(([browser]) => browser === id).map(([, version = '']) => Number.parseFloat(version))
    if (versions.length === 0) throw new Error(`browserslist in package.json names no version of ${id}`)
    const version = String(Math.min(...versions))
    return { name, version, target: target && target + version }
  })
}

/** Vite's `build.target`, which also applies to styles. */
export const buildTarget = (): string[] => supportedBrowsers().flatMap(({ target }) => target ?? [])
