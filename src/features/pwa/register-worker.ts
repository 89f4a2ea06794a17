import { appUpdate } from '#lib/app-update/app-update.ts'
import { buildOf } from '#lib/app-update/build-of.ts'
import { pageScript } from '#lib/app-update/page-script.ts'
import { trustedScriptUrl } from '#lib/browser/script-url.ts'
import { appStored } from '#lib/lazy/app-stored.ts'
import { logHandled } from '#lib/log-handled.ts'
import { whenIdle } from '#lib/timing/when-idle.ts'
import { whenNetworkQuiet } from '#lib/timing/when-network-quiet.ts'
import { isErasing } from '#session/sign-out/erase-lock.ts'
import { followRegistration, followWorkers } from './follow-workers.ts'

const CHECK_EVERY_MS = 60 * 60_000

/** The worker fetches the whole app when it is installed: the page's own requests come first. */
const QUIET_MS = 500
const QUIET_WITHIN_MS = 10_000
const IDLE_WITHIN_MS = 5_000
/** The longest wait for the installation: on a slow network, parts that wait for it then load at the same time. */
const STORED_WITHIN_MS = 10_000

let isCalled = false

/**
 * Registers the service worker once the page is loaded, its requests have ended and it is idle. A new
 * version is only offered: the tab that accepts it reloads; other tabs keep their files, which the server still serves,
 * and continue to offer it.
 */
export function registerWorker(): void {
  if (isCalled) return
  isCalled = true
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) {
    appStored.set(true)
    return
  }
  if (navigator.serviceWorker.controller !== null) appStored.set(true)
  followWorkers(navigator.serviceWorker, appUpdate, buildOf(pageScript()))
  whenNetworkQuiet(QUIET_MS, QUIET_WITHIN_MS)
    .then(() => whenIdle(IDLE_WITHIN_MS))
    .then(register)
    .catch(reportError)
}

async function register(): Promise<void> {
  let registration: ServiceWorkerRegistration | undefined
  const check = async () => {
    // The user may have erased the device while this waited: the worker would be registered again, with its caches.
    if (isErasing()) return
    if (registration) return void (await registration.update())
    // The type definitions lack TrustedScriptURL, which browsers with Trusted Types require here.
    registration = await navigator.serviceWorker.register(trustedScriptUrl('worker') as string)
    followRegistration(registration, appUpdate)
  }
  // Private windows and full disks refuse workers; the app then works online only.
  await check().catch((error: unknown) => logHandled('The service worker could not be registered', error))
  untilStored(registration)
    .then(() => appStored.set(true))
    .catch(reportError)
  checkForUpdates(check)
}

/** Resolves when the app is stored, or storing it fails or takes long. */
function untilStored(registration: ServiceWorkerRegistration | undefined): Promise<unknown> {
  const worker = registration?.installing
  if (!worker) return Promise.resolve()
  const signal = AbortSignal.timeout(STORED_WITHIN_MS)
  return new Promise((resolve) => {
    signal.addEventListener('abort', resolve)
    worker.addEventListener('statechange', resolve, { signal })
  })
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
