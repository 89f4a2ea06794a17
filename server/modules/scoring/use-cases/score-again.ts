import type { Scores } from '#contract/objects/scores.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'
import { createWakeSignal } from '../../../lib/wake-signal.ts'
import { lockChat } from '../../chats/chat-lock.repository.ts'
import { invalidMessageOrChat } from '../../chats/chats.errors.ts'
import { findAnswer } from '../../chats/use-cases/find-answer.ts'
import { toScores } from '../../scores/scores.mappers.ts'
import { requeueScoring } from '../../scores/scoring-queue.repository.ts'
import { SCORINGS_TOPIC, scoredTopic } from '../../scores/scoring-topics.ts'
import { notScored, scoringOff, stillScoring } from '../scoring.errors.ts'

/** The polling interval, in case a notification is lost. */
const POLL_MS = 2_000

/**
 * Requests a scoring of an answer and waits for it; a client that disconnects finds the scores later. Throws
 * `not_scored` when the judge returned none: existing scores remain.
 */
export async function scoreAgain(
  deps: Pick<Dependencies, 'db' | 'bus' | 'now' | 'config'>,
  userId: number,
  { chatId, messageId, signal }: { chatId: string; messageId: string; signal: AbortSignal },
  requireQuota: () => Promise<void>,
): Promise<Scores> {
  const { db, bus, now, config } = deps
  const find = async (where: typeof db) => {
    const answer = await findAnswer({ db: where }, userId, messageId, chatId)
    if (!config.scoring) throw scoringOff()
    const isWritten = answer.status === 'complete' || answer.status === 'interrupted'
    if (!isWritten || answer.content.trim() === '') throw invalidMessageOrChat()
  }
  await find(db)
  await requireQuota()
  const wakeSignal = createWakeSignal(signal)
  const unsubscribe = bus.subscribe(scoredTopic(userId, messageId), () => wakeSignal.wake(true))
  try {
    await db.transaction().execute(async (trx) => {
      // A deletion takes the same lock.
      await lockChat(trx, userId, chatId)
      await find(trx)
      await requeueScoring(trx, { user_id: userId, chat_id: chatId, message_id: messageId }, isoTime(now()))
    })
    await bus.publish(SCORINGS_TOPIC, 'queued')
    while (!signal.aborted) {
      const row = await db
        .selectFrom('scores')
        .selectAll()
        .where('user_id', '=', userId)
        .where('message_id', '=', messageId)
        .executeTakeFirst()
      if (row === undefined || row.state === 'failed') throw notScored()
      const scores = row.state === 'scored' ? toScores(row) : null
      if (scores !== null) return scores
      await wakeSignal.wait(POLL_MS)
    }
  } finally {
    unsubscribe()
  }
  // The process stops, the client has disconnected, or the user has opened too many calls.
  throw stillScoring()
}
