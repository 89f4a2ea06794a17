import type { PrecacheEntry } from 'workbox-precaching'
import { buildOf, startErrorReports } from '#api/report-client-errors.ts'

/** Errors of the worker that nobody caught; the build is that of the shell which it holds. */
export function reportWorkerErrors(shell: readonly (PrecacheEntry | string)[]): void {
  const urls = shell.map((entry) => (typeof entry === 'string' ? entry : entry.url))
  const main = urls.find((url) => /\/index-[\w-]{8}\.js$/.test(url))
  startErrorReports({ build: buildOf(main ?? ''), source: 'worker' })
}
