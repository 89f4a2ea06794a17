import type { PrecacheEntry } from 'workbox-precaching'
import { startErrorReports } from '#api/report-client-errors.ts'
import { buildOf } from '#lib/app-update/build-of.ts'

/** The build of the page that the worker has precached. */
export function buildOfShell(shell: readonly (PrecacheEntry | string)[]): string {
  const urls = shell.map((entry) => (typeof entry === 'string' ? entry : entry.url))
  return buildOf(urls.find((url) => /\/index-[\w-]{8}\.js$/.test(url)) ?? '')
}

/** Reports uncaught errors of the worker. */
export function reportWorkerErrors(build: string): void {
  startErrorReports({ build, source: 'worker' })
}
