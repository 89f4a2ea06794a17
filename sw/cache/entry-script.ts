import type { PrecacheEntry } from 'workbox-precaching'

/** The first script of the app, whose name differs between builds; empty in a list without one. */
export function entryScript(shell: readonly (PrecacheEntry | string)[]): string {
  const urls = shell.map((entry) => (typeof entry === 'string' ? entry : entry.url))
  return urls.find((url) => /\/index-[\w-]{8}\.js$/.test(url)) ?? ''
}
