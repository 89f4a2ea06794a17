import type { Dependencies } from '../../dependencies.ts'
import type { PushMessage, SendPush } from '../../providers/push/push-sender.ts'
import { type PushSubscriptionRow, removeSubscription } from './push.repository.ts'

/** Never throws. The endpoint is a secret of the device: neither it nor the error's message is logged. */
export async function notifyDevice(
  { db, log }: Pick<Dependencies, 'db' | 'log'>,
  send: SendPush,
  { user_id, endpoint, endpoint_hash, p256dh, auth }: PushSubscriptionRow,
  message: Omit<PushMessage, 'endpoint' | 'keys'>,
  signal: AbortSignal,
): Promise<void> {
  const result = await send({ ...message, endpoint, keys: { p256dh, auth } }, signal).catch(kindOf)
  if (result === 'gone') await removeSubscription(db, user_id, endpoint_hash)
  if (result !== 'sent') log.info({ user: user_id, result }, 'a push message was not taken')
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
