import * as v from 'valibot'

const Subscription = v.object({
  endpoint: v.string(),
  keys: v.object({ p256dh: v.string(), auth: v.string() }),
})

/** The subscription's data that the server needs to send messages. Throws ValiError if the browser gives no keys. */
export function readPushSubscription(subscription: PushSubscription): v.InferOutput<typeof Subscription> {
  return v.parse(Subscription, subscription.toJSON())
}
