import { join } from 'node:path'
import browserslist from 'browserslist'

/** The engines that `browserslist` of package.json names, as the build's target and users call them. */
const engines = [
  { id: 'safari', target: 'safari', name: 'Safari' },
  { id: 'ios_saf', target: 'ios', name: 'Safari on iPhone and iPad' },
  { id: 'firefox', target: 'firefox', name: 'Firefox' },
  { id: 'chrome', target: 'chrome', name: 'Chrome' },
  { id: 'edge', target: 'edge', name: 'Edge' },
  // Its engine is Chrome's: version 27 has that of Chrome 125.
  { id: 'samsung', target: null, name: 'Samsung Internet' },
] as const

export interface SupportedBrowser {
  name: string
  /** The oldest version that is supported. */
  version: string
  /** As esbuild's and Vite's `target` says it. */
  target: string | null
}

/** What package.json promises under `browserslist`: the build's target, the README and the page for older browsers say it. */
export function supportedBrowsers(root: string = join(import.meta.dirname, '../..')): SupportedBrowser[] {
  const listed = browserslist(undefined, { path: join(root, 'package.json') }).map((entry) => entry.split(' '))
  return engines.map(({ id, target, name }) => {
    const versions = listed.filter(([browser]) => browser === id).map(([, version = '']) => Number.parseFloat(version))
    if (versions.length === 0) throw new Error(`browserslist in package.json names no version of ${id}`)
    const version = String(Math.min(...versions))
    return { name, version, target: target && target + version }
  })
}

/** For `build.target` of Vite, which the styles' target follows. */
export const buildTarget = (): string[] => supportedBrowsers().flatMap(({ target }) => target ?? [])
