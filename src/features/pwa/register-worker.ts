import { trustedScriptUrl } from '#lib/script-url.ts'
import { takeWaitingWorker } from '#lib/take-waiting-worker.ts'
import { reloadToUpdate } from './reload-to-update.ts'
import { offerUpdate } from './update-state.ts'
import { followWorkerOff } from './worker-off.ts'

const CHECK_EVERY_MS = 60 * 60_000

/**
 * Registers the service worker once the page is loaded and idle, so that it never competes with the first
 * screen. A new version is only ever offered: the tab that takes it reloads, the others keep what they have
 * (the server still serves its files) and go on offering.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  followWorkerOff()
  if (document.readyState === 'complete') whenIdle(register)
  else window.addEventListener('load', () => whenIdle(register), { once: true })
}

function whenIdle(work: () => Promise<void>): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(() => void work(), { timeout: 5_000 })
  else setTimeout(() => void work(), 500)
}

async function register(): Promise<void> {
  const part = await loadWorkbox()
  if (part === null) return
  const { Workbox } = part
  const workbox = new Workbox(trustedScriptUrl('worker'))
  let state: 'current' | 'offered' | 'asked' | 'taken elsewhere' = 'current'

  workbox.addEventListener('waiting', () => {
    if (state === 'current') state = 'offered'
    offerUpdate(() => {
      // When another tab has let it in already, there is nobody left to ask.
      if (state === 'taken elsewhere') return void reloadToUpdate()
      state = 'asked'
      takeWaitingWorker().then(reloadToUpdate, reportError)
    })
  })
  workbox.addEventListener('controlling', () => {
    if (state === 'offered') state = 'taken elsewhere'
  })

  try {
    await workbox.register({ immediate: true })
  } catch (error) {
    // Private windows and full disks refuse workers; the app works without, only not offline.
    console.warn('The service worker could not be registered', error)
    return
  }
  checkForUpdates(() => workbox.update())
}

/** Null without a network: a worker could not be fetched either, and the next page tries again. */
async function loadWorkbox(): Promise<typeof import('workbox-window') | null> {
  try {
    return await import('workbox-window')
  } catch (error) {
    console.warn('The service worker could not be registered', error)
    return null
  }
}

function checkForUpdates(update: () => Promise<void>): void {
  let checked = Date.now()
  const check = () => {
    if (document.visibilityState !== 'visible' || !navigator.onLine) return
    checked = Date.now()
    update().catch((error: unknown) => console.debug('Could not look for an update; the next try is later', error))
  }
  setInterval(check, CHECK_EVERY_MS)
  document.addEventListener('visibilitychange', () => {
    // Switching between apps is frequent; once a minute is enough.
    if (Date.now() - checked > 60_000) check()
  })
}
