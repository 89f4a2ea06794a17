import { getConfig, subscribeToPush } from '#contract/endpoints/companion.ts'
import type { Language } from '#contract/primitives.ts'
import { closeNotifications } from '#lib/service-worker/close-notifications.ts'
import { readSubscription } from '#lib/service-worker/read-push-subscription.ts'
import { api } from './api.ts'

/** Installing a worker fetches the whole app. */
const READY_WITHIN_MS = 20_000

const registered = async () => (hasWorkers() ? await navigator.serviceWorker.getRegistration() : undefined)
const hasWorkers = () => typeof navigator !== 'undefined' && 'serviceWorker' in navigator

/** Whether this browser can be told something while no page is open; on iOS only the installed app can. */
export const hasPush = (): boolean => hasWorkers() && 'PushManager' in globalThis && 'Notification' in globalThis

/** The key with which this server signs; null when it sends nothing. */
export async function readPushKey(): Promise<string | null> {
  return (await api.call(getConfig, {})).vapid_public_key
}

/**
 * Subscribes this browser for the person who is signed in, and tells the server. Otherwise: the browser keeps no
 * worker here, or the server sends nothing. Throws what the browser (DOMException) or the API throws.
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
  // A subscription for another key, of a server set up anew, can only be replaced.
  if (current && !isFor(current, key)) await current.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  await api.call(subscribeToPush, { body: { ...readSubscription(subscription), language }, as: userId })
  return 'subscribed'
}

/** On a first visit the worker is still fetching the app when a person may already say yes. */
async function readyWorker(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await registered()
  if (!registration || registration.active) return registration
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), READY_WITHIN_MS)
  })
  return Promise.race([navigator.serviceWorker.ready, tooLong]).finally(() => clearTimeout(timer))
}

/** Whether the browser holds a subscription; says nothing of what the server knows. */
export async function isSubscribed(): Promise<boolean> {
  return Boolean(await (await registered())?.pushManager?.getSubscription())
}

/** Works offline too: an address that is gone cannot be used by anybody. Returns the address, null when there was none. */
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

/** Nothing of a person who leaves is shown here, or will be. */
export async function forgetNotifications(): Promise<void> {
  await Promise.all([unsubscribeDevice(), closeNotifications()])
}
