import type { Message } from '#contract/objects/chat.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { lockChat } from '../chat-lock.repository.ts'
import type { MessageRow } from '../chats.mappers.ts'
import { finishAnswer } from '../generations/finish-answer.ts'
import { answerTopic, GENERATIONS_TOPIC, stopNotification } from '../generations/topics.ts'
import { readWrittenChunks } from '../generations/writer/written-chunks.ts'
import { readMessage } from '../messages.repository.ts'
import { waitForAnswer } from '../stream/follow-answer.ts'
import { findAnswer, requireNotDeleted } from './find-answer.ts'

type Deps = Pick<Dependencies, 'db' | 'bus' | 'now'>

/** The longest wait, in milliseconds, for the owner to end an answer; after it, this process ends the answer. */
const OWNER_MS = 3_000

/**
 * Stops an answer, whichever process writes it; returns a finished one unchanged. Throws for a deleted answer, which
 * was stopped then.
 */
export async function stopAnswer(deps: Deps, userId: number, chatId: string, messageId: string): Promise<Message> {
  const message = await findAnswer(deps, userId, messageId, chatId)
  requireNotDeleted(message)
  if (message.status !== 'streaming') return readMessage(deps.db, message)
  const running = await askToStop(deps, message, false)
  if (running !== null) {
    await deps.bus.publish(GENERATIONS_TOPIC, stopNotification(running))
    const signal = AbortSignal.timeout(OWNER_MS)
    const ended = await waitForAnswer(deps, { userId, messageId, signal })
    if (ended === undefined) await askToStop(deps, message, true)
  }
  return readMessage(deps.db, await findAnswer(deps, userId, messageId))
}

/**
 * Ends a queued answer at once, and with `insist` a running one too: its owner then loses the right to write. Returns
 * the generation that its owner has to end.
 */
async function askToStop(deps: Deps, message: MessageRow, insist: boolean): Promise<number | null> {
  const found = await deps.db.transaction().execute(async (trx) => {
    await lockChat(trx, message.user_id, message.chat_id)
    const row = await trx
      .selectFrom('generations')
      .select(['id', 'user_id', 'chat_id', 'message_id', 'status'])
      .where('user_id', '=', message.user_id)
      .where('message_id', '=', message.id)
      .where('status', '!=', 'finished')
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) return null
    if (row.status === 'running' && !insist) {
      const own = trx.updateTable('generations').where('user_id', '=', row.user_id).where('id', '=', row.id)
      await own.set({ stop_requested: 1 }).execute()
      return { id: row.id, ended: false }
    }
    const { content, reasoning } = await readWrittenChunks(trx, row.id)
    const outcome = { status: 'interrupted', failure: null, content, reasoning, usage: null } as const
    await finishAnswer(trx, row, outcome, deps.now())
    return { id: row.id, ended: true }
  })
  if (found === null || !found.ended) return found?.id ?? null
  await deps.bus.publish(answerTopic(found.id), 'end')
  await deps.bus.publish(GENERATIONS_TOPIC, 'queued')
  return null
}
