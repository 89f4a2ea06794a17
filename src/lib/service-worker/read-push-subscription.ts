import * as v from 'valibot'

const Subscription = v.object({
  endpoint: v.string(),
  keys: v.object({ p256dh: v.string(), auth: v.string() }),
})

/** What the server must know to reach this browser. Throws ValiError for a browser that gives no keys. */
export function readSubscription(subscription: PushSubscription): v.InferOutput<typeof Subscription> {
  return v.parse(Subscription, subscription.toJSON())
}
