import { subscribeToPush, unsubscribeFromPush } from '#contract/endpoints/companion.ts'
import { readSubscription } from '#session/read-subscription.ts'
import { asPerson } from './as-person.ts'
import type { SubscriptionChange } from './push.ts'

/** The browser has replaced this device's address; the server is told, as the person who is signed in. */
export async function renewPush(change: SubscriptionChange, scope: ServiceWorkerGlobalScope): Promise<void> {
  const { oldSubscription, newSubscription } = change
  const key = oldSubscription?.options.applicationServerKey
  await asPerson(async (_db, person) => {
    if (person === null) return
    const { api, account, language } = person
    const { pushManager } = scope.registration
    const current =
      newSubscription ??
      (await pushManager.getSubscription()) ??
      (key ? await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }) : null)
    if (current) await api.call(subscribeToPush, { body: { ...readSubscription(current), language }, as: account })
    if (oldSubscription && oldSubscription.endpoint !== current?.endpoint) {
      await api.call(unsubscribeFromPush, { body: { endpoint: oldSubscription.endpoint }, as: account })
    }
  })
}
