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
 * `unsupported`: this browser, or this window of it, cannot (on iOS the installed app can).
 * `unavailable`: the server sends none. `unknown`: it cannot be asked now. `failed`: the browser could not, this time.
 * `blocked`: the browser was told no, and only its own settings undo that.
 */
export type NotificationState = 'unsupported' | 'unavailable' | 'unknown' | 'failed' | 'blocked' | 'off' | 'on'

/**
 * How it stands here. Where notifications are wanted, browser and server are asked, and a subscription that either of
 * them has lost is made anew: `on` means that both have it, or while the server cannot be reached or refuses that the
 * browser has it, so that it can be switched off. Throws what is not a passing failure of the API.
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

/** Call it from a click: the browser asks the person. Returns how it stands then. */
export async function enableNotifications(): Promise<NotificationState> {
  const userId = currentSession()?.user.id
  if (!hasPush() || userId === undefined) return 'unsupported'
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off'
  const state = await subscribe(userId)
  if (state === 'on') await saveDeviceSetting(database(), 'notifications', 'on')
  return state
}

/** Subscribes, or confirms the subscription that is there; the server stores it again either way. */
async function subscribe(userId: number): Promise<NotificationState> {
  const outcome = await subscribeDevice(userId, currentLanguage()).catch(failedHere)
  return outcome === 'subscribed' ? 'on' : refusals[outcome]
}

const refusals = { 'no worker': 'unsupported', 'no key': 'unavailable', failed: 'failed' } as const

/** The browser's own refusal; Chromium's has the name of its push service that does not answer. */
function failedHere(error: unknown): 'failed' {
  if (error instanceof DOMException) return 'failed'
  throw error
}

/** At once, offline too; the server hears of it as far as it can be reached. */
export async function disableNotifications(): Promise<void> {
  await saveDeviceSetting(database(), 'notifications', 'declined')
  const endpoint = await unsubscribeDevice()
  if (endpoint === null) return
  try {
    await api.call(unsubscribeFromPush, { body: { endpoint } })
  } catch (error) {
    // The address is gone: the server drops it when it next tries.
    if (!isExpectedError(error)) throw error
  }
}

/** On every start of a signed-in person who wants it: another person, a new session or a lost subscription. */
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
