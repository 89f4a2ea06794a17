import { getConfig, subscribeToPush, unsubscribeFromPush } from '#contract/endpoints/companion.ts'
import { readPushSubscription } from '#lib/service-worker/read-push-subscription.ts'
import { readDeviceSetting } from '#offline/database/device-settings.ts'
import { asUser } from '../as-user.ts'
import type { SubscriptionChange } from './push.ts'

/** Registers the replaced push subscription with the server for the signed-in user, or deletes the lost one. */
export async function renewPushSubscription(
  change: SubscriptionChange,
  scope: ServiceWorkerGlobalScope,
): Promise<void> {
  const { oldSubscription, newSubscription } = change
  await asUser(async (db, user) => {
    if (user === null || (await readDeviceSetting(db, 'notifications')) !== 'on') return
    const { api, userId, language } = user
    const { pushManager } = scope.registration
    const subscribe = async () => {
      const key = (await api.call(getConfig, {})).vapid_public_key
      return key === null ? null : pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
    }
    const current = newSubscription ?? (await pushManager.getSubscription()) ?? (await subscribe())
    if (current) await api.call(subscribeToPush, { body: { ...readPushSubscription(current), language }, as: userId })
    if (oldSubscription && oldSubscription.endpoint !== current?.endpoint) {
      await api.call(unsubscribeFromPush, { body: { endpoint: oldSubscription.endpoint }, as: userId })
    }
  })
}
