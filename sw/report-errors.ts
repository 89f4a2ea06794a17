import type { PrecacheEntry } from 'workbox-precaching'
import { buildOf, startErrorReports } from '#api/report-client-errors.ts'

/** The build of the page that the worker holds. */
export function buildOfShell(shell: readonly (PrecacheEntry | string)[]): string {
  const urls = shell.map((entry) => (typeof entry === 'string' ? entry : entry.url))
  return buildOf(urls.find((url) => /\/index-[\w-]{8}\.js$/.test(url)) ?? '')
}

/** Errors of the worker that nobody caught. */
export function reportWorkerErrors(build: string): void {
  startErrorReports({ build, source: 'worker' })
}
