import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Config } from '../../config/config.ts'
import { publicLookup } from '../../lib/public-lookup.ts'
import { isPushEndpoint } from './push-endpoint.ts'
import { vapidKeys, vapidSubject } from './vapid.ts'

export interface PushMessage {
  endpoint: string
  keys: { p256dh: string; auth: string }
  payload: string
  /** A later message replaces an undelivered one with the same topic; 32 characters of base64url. */
  topic: string
  /** How long the push service stores it for a device that is off; an hour when omitted. */
  ttlSeconds?: number
}

/** The push service accepted the message, no longer knows the endpoint, or responded with that status. */
type PushResult = 'sent' | 'gone' | number

/** Throws network errors and AbortError. */
export type SendPush = (message: PushMessage, signal: AbortSignal) => Promise<PushResult>

const TTL_SECONDS = 3_600

/** Sends by Web Push: encrypted for the browser (RFC 8291), signed with VAPID keys (RFC 8292). Follows no redirects. */
export function createPushSender({ production, publicUrl, mail, tokenSecret }: Config): SendPush {
  const vapidDetails = { subject: vapidSubject(publicUrl, mail.from), ...vapidKeys(tokenSecret) }
  return async ({ endpoint, keys, payload, topic, ttlSeconds = TTL_SECONDS }, signal) => {
    if (!isPushEndpoint(endpoint, production)) return 'gone'
    // web-push is loaded with the first message, so that the server starts faster.
    const { default: webPush } = await import('web-push')
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, payload, {
      vapidDetails,
      TTL: ttlSeconds,
      urgency: 'normal',
      topic,
    })
    const status = await post(endpoint, headers, body, signal)
    if (status >= 200 && status < 300) return 'sent'
    return status === 404 || status === 410 ? 'gone' : status
  }
}

/** `fetch` does not allow a custom DNS lookup; `request` does. */
function post(
  endpoint: string,
  headers: Record<string, string | number>,
  body: Buffer | null,
  signal: AbortSignal,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers, signal, agent: false }
    const request = endpoint.startsWith('https:')
      ? httpsRequest(endpoint, { ...options, lookup: publicLookup })
      : httpRequest(endpoint, options)
    request.on('error', reject)
    request.on('response', (response) => {
      response.on('error', reject)
      response.destroy()
      resolve(response.statusCode ?? 0)
    })
    request.end(body)
  })
}
