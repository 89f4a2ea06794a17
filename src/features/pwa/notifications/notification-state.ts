import { isExpectedError } from '#api/expected-error.ts'
import { unsubscribeFromPush } from '#contract/endpoints/companion.ts'
import { currentLanguage } from '#i18n/i18n.ts'
import { logHandled } from '#lib/log-handled.ts'
import { database } from '#offline/database/database.ts'
import { readDeviceSetting, saveDeviceSetting } from '#offline/database/device-settings.ts'
import { api } from '#session/api.ts'
import { hasPush, isSubscribed, readPushKey, subscribeDevice, unsubscribeDevice } from '#session/push-subscription.ts'
import { currentSession } from '#session/state/session-atom.ts'

/**
 * `unsupported`: this browser or window has no push (on iOS only the installed app has). `unavailable`: the server
 * sends none. `unknown`: the server is unreachable. `failed`: the browser could not subscribe. `blocked`: the user has
 * refused, which only the browser's settings can change.
 */
export type NotificationState = 'unsupported' | 'unavailable' | 'unknown' | 'failed' | 'blocked' | 'off' | 'on'

/**
 * Returns the state on this device. Where the user wants notifications, it checks the subscription in the browser and
 * on the server and renews a lost one: `on` means that both have it, or only the browser while the server is
 * unreachable or refuses, so that it can be switched off. Throws permanent failures of the API.
 */
export async function notificationState(): Promise<NotificationState> {
  if (!hasPush()) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  const isWanted = (await readDeviceSetting(database(), 'notifications')) === 'on'
  const userId = currentSession()?.user.id
  try {
    if (isWanted && Notification.permission === 'granted' && userId !== undefined) return await subscribe(userId)
    return (await readPushKey()) === null ? 'unavailable' : 'off'
  } catch (error) {
    if (!isExpectedError(error)) throw error
    return isWanted && (await isSubscribed()) ? 'on' : 'unknown'
  }
}

/** Must be called in a click, because the browser asks the user. Returns the new state. */
export async function enableNotifications(): Promise<NotificationState> {
  const userId = currentSession()?.user.id
  if (!hasPush() || userId === undefined) return 'unsupported'
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off'
  const state = await subscribe(userId)
  if (state === 'on') await saveDeviceSetting(database(), 'notifications', 'on')
  return state
}

/** Subscribes, or confirms an existing subscription; the server stores it again in both cases. */
async function subscribe(userId: number): Promise<NotificationState> {
  const outcome = await subscribeDevice(userId, currentLanguage()).catch(failedHere)
  return outcome === 'subscribed' ? 'on' : refusals[outcome]
}

const refusals = { 'no worker': 'unsupported', 'no key': 'unavailable', failed: 'failed' } as const

/** The browser has refused; Chromium's error names the push service that did not answer. */
function failedHere(error: unknown): 'failed' {
  if (error instanceof DOMException) return 'failed'
  throw error
}

/** Unsubscribes at once, also offline; informs the server when it is reachable. */
export async function disableNotifications(): Promise<void> {
  await saveDeviceSetting(database(), 'notifications', 'declined')
  const endpoint = await unsubscribeDevice()
  if (endpoint === null) return
  try {
    await api.call(unsubscribeFromPush, { body: { endpoint } })
  } catch (error) {
    // The endpoint no longer exists: the server deletes it at its next attempt.
    if (!isExpectedError(error)) throw error
  }
}

/** Called at each start of a user who wants notifications: the user, session or subscription may be new. */
export async function renewSubscription(userId: number): Promise<void> {
  if (!hasPush() || Notification.permission !== 'granted') return
  if ((await readDeviceSetting(database(), 'notifications')) !== 'on') return
  await navigator.serviceWorker.ready
  try {
    await subscribeDevice(userId, currentLanguage())
  } catch (error) {
    // The next start tries again.
    logHandled('This device could not be subscribed to notifications', error)
  }
}
