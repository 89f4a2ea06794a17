import type { PrecacheEntry } from 'workbox-precaching'
import { startErrorReports } from '#api/report-client-errors.ts'
import { buildOf } from '#lib/app-update/build-of.ts'
import { entryScript } from './cache/entry-script.ts'

/** The build of the page that the worker has precached. */
export function buildOfShell(shell: readonly (PrecacheEntry | string)[]): string {
  return buildOf(entryScript(shell))
}

/** Reports uncaught errors of the worker. */
export function reportWorkerErrors(build: string): void {
  startErrorReports({ build, source: 'worker' })
}
