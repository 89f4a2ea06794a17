import { buildOf } from '#api/report-client-errors.ts'
import { appUpdate } from '#lib/app-update/app-update.ts'
import { pageScript } from '#lib/app-update/page-script.ts'
import { trustedScriptUrl } from '#lib/browser/script-url.ts'
import { logHandled } from '#lib/log-handled.ts'
import { whenIdle } from '#lib/timing/when-idle.ts'
import { followRegistration, followWorkers } from './follow-workers.ts'

const CHECK_EVERY_MS = 60 * 60_000

/**
 * Registers the service worker once the page is loaded and idle, so that it never competes with the first screen. A new
 * version is only offered: the tab that accepts it reloads; other tabs keep their files, which the server still serves,
 * and continue to offer it.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  followWorkers(navigator.serviceWorker, appUpdate, buildOf(pageScript()))
  const start = () => whenIdle(5_000).then(register).catch(reportError)
  if (document.readyState === 'complete') void start()
  else window.addEventListener('load', () => void start(), { once: true })
}

async function register(): Promise<void> {
  let registration: ServiceWorkerRegistration | undefined
  const check = async () => {
    if (registration) return void (await registration.update())
    // The type definitions lack TrustedScriptURL, which browsers with Trusted Types require here.
    registration = await navigator.serviceWorker.register(trustedScriptUrl('worker') as string)
    followRegistration(registration, appUpdate)
  }
  // Private windows and full disks refuse workers; the app then works online only.
  await check().catch((error: unknown) => logHandled('The service worker could not be registered', error))
  checkForUpdates(check)
}

function checkForUpdates(update: () => Promise<void>): void {
  let checked = Date.now()
  const check = () => {
    if (document.visibilityState !== 'visible' || !navigator.onLine) return
    checked = Date.now()
    update().catch((error: unknown) => logHandled('Could not look for an update; the next try is later', error))
  }
  setInterval(check, CHECK_EVERY_MS)
  document.addEventListener('visibilitychange', () => {
    // Users switch between apps often; one check a minute is enough.
    if (Date.now() - checked > 60_000) check()
  })
}
