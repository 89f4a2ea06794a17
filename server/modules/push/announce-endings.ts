import type { Dependencies } from '../../dependencies.ts'
import { isoTime } from '../../lib/time.ts'
import type { SendPush } from '../../providers/push/push-sender.ts'
import { notifyDevice } from './notify-device.ts'
import { liveSubscriptions } from './push.repository.ts'

const TIMEOUT_MS = 10_000
/** A device that is off for some days still gets it before the chats end. */
const TTL_SECONDS = 4 * 86_400

/**
 * Tells users on their devices how many of their chats end within a week; a failure concerns one user only. Once
 * `stopping` is aborted, the others are not told any more: their chats still show it.
 */
export async function announceEndings(
  { db, log, now }: Pick<Dependencies, 'db' | 'log' | 'now'>,
  send: SendPush,
  warned: ReadonlyMap<number, number>,
  stopping: AbortSignal,
): Promise<void> {
  for (const [userId, chats] of warned) {
    if (stopping.aborted) return
    try {
      const payload = JSON.stringify({ type: 'chats_ending', account: userId, chats })
      const message = { payload, topic: 'chats-ending', ttlSeconds: TTL_SECONDS }
      const devices = await liveSubscriptions(db, userId, isoTime(now()))
      const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), stopping])
      await Promise.all(devices.map((device) => notifyDevice({ db, log }, send, device, message, signal)))
    } catch (error) {
      log.warn({ err: error, user: userId }, 'the end of chats could not be announced')
    }
  }
}
