import { ECDH } from 'node:crypto'
import type { BodyOf } from '#contract/endpoint.ts'
import type { subscribeToPush as call } from '#contract/endpoints/companion.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Caller } from '../../../lib/caller.ts'
import { isoTime } from '../../../lib/time.ts'
import { isPushEndpoint } from '../../../providers/push/push-endpoint.ts'
import { endpointInvalid, keysInvalid } from '../push.errors.ts'
import { endpointHash, pruneSubscriptions, putSubscription } from '../push.repository.ts'

const DEVICES_MAX = 10

/** Notifies this device until its session ends; true when the endpoint is new to this user. */
export async function subscribe(
  { db, config, now }: Pick<Dependencies, 'db' | 'config' | 'now'>,
  caller: Caller,
  { endpoint, keys, language = caller.language }: BodyOf<typeof call>,
): Promise<boolean> {
  if (!isPushEndpoint(endpoint, config.production)) throw endpointInvalid()
  if (!isOnCurve(keys.p256dh)) throw keysInvalid()
  const time = isoTime(now())
  const row = { endpoint_hash: endpointHash(endpoint), user_id: caller.id, session_id: caller.sessionId, endpoint }
  return db.transaction().execute(async (trx) => {
    const isNew = await putSubscription(trx, { ...row, ...keys, language, created_at: time, updated_at: time })
    await pruneSubscriptions(trx, caller.id, DEVICES_MAX)
    return isNew
  })
}

/** Encryption fails for a key that is no point of the curve. */
function isOnCurve(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'base64url', 'compressed')
    return true
  } catch {
    return false
  }
}
