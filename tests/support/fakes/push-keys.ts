import { createECDH, randomBytes, randomUUID } from 'node:crypto'

/** A push subscription in the form of a browser, at an address where nothing listens. */
export function pushReceiver(): { endpoint: string; keys: { p256dh: string; auth: string } } {
  const pair = createECDH('prime256v1')
  const p256dh = pair.generateKeys('base64url')
  return {
    endpoint: `https://push.example.org/${randomUUID()}`,
    keys: { p256dh, auth: randomBytes(16).toString('base64url') },
  }
}
