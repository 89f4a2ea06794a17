import { getConfig, subscribeToPush } from '#contract/endpoints/companion.ts'
import type { Language } from '#contract/primitives.ts'
import { closeNotifications } from '#lib/service-worker/close-notifications.ts'
import { readPushSubscription } from '#lib/service-worker/read-push-subscription.ts'
import { api } from './api.ts'

/** Long enough to install the service worker, which precaches the whole app. */
const READY_WITHIN_MS = 20_000

const registered = async () => (hasWorkers() ? await navigator.serviceWorker.getRegistration() : undefined)
const hasWorkers = () => typeof navigator !== 'undefined' && 'serviceWorker' in navigator

/** Whether this browser supports push notifications; on iOS only the installed app does. */
export const hasPush = (): boolean => hasWorkers() && 'PushManager' in globalThis && 'Notification' in globalThis

/** The server's VAPID public key; null when the server sends no push messages. */
export async function readPushKey(): Promise<string | null> {
  return (await api.call(getConfig, {})).vapid_public_key
}

/**
 * Subscribes this browser to push messages and registers it with the server for the user. Other results: no service
 * worker is available, or the server sends no messages. Throws DOMException or the errors of the API client.
 */
export async function subscribeDevice(
  userId: number,
  language: Language,
): Promise<'subscribed' | 'no worker' | 'no key'> {
  const [registration, key] = await Promise.all([readyWorker(), readPushKey()])
  if (!registration) return 'no worker'
  if (key === null) return 'no key'
  const { pushManager } = registration
  const current = await pushManager.getSubscription()
  // A subscription with another VAPID key (the server was set up again) must be replaced.
  if (current && !isFor(current, key)) await current.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  await api.call(subscribeToPush, { body: { ...readPushSubscription(subscription), language }, as: userId })
  return 'subscribed'
}

/** On a first visit the user may enable notifications while the worker is still being installed. */
async function readyWorker(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await registered()
  if (!registration || registration.active) return registration
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), READY_WITHIN_MS)
  })
  return Promise.race([navigator.serviceWorker.ready, tooLong]).finally(() => clearTimeout(timer))
}

/** Whether the browser holds a push subscription; the server may not know it. */
export async function isSubscribed(): Promise<boolean> {
  return Boolean(await (await registered())?.pushManager?.getSubscription())
}

/** Deletes the browser's push subscription, offline too. Returns its endpoint, null when there was none. */
export async function unsubscribeDevice(): Promise<string | null> {
  const subscription = await (await registered())?.pushManager?.getSubscription()
  if (!subscription) return null
  await subscription.unsubscribe()
  return subscription.endpoint
}

function isFor({ options }: PushSubscription, key: string): boolean {
  if (!options.applicationServerKey) return true
  const bytes = String.fromCharCode(...new Uint8Array(options.applicationServerKey))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === key.replaceAll('=', '')
}

/** Unsubscribes and closes all notifications, so that nothing of the user is shown after sign-out. */
export async function forgetNotifications(): Promise<void> {
  await Promise.all([unsubscribeDevice(), closeNotifications()])
}
