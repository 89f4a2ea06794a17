import type { Kysely, Selectable } from 'kysely'
import type { Message } from '#contract/objects/chat.ts'
import type { Feedback, FeedbackPatch } from '#contract/objects/feedback.ts'
import { notBack } from '../../../db/not-back.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { MessageFeedbackTable } from '../../../db/schema/schema-feedback.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'
import { lockChat } from '../chat-lock.repository.ts'
import type { MessageRow } from '../chats.mappers.ts'
import { removeFeedback, toFeedback } from '../feedback.repository.ts'
import { readMessage } from '../messages.repository.ts'
import { findAnswer, requireNotDeleted } from './find-answer.ts'

type Stored = Selectable<MessageFeedbackTable>

/**
 * Rates or reports an answer, or takes that back. A change updates the times of message and chat, so that other devices
 * fetch it; a repeat changes nothing, so that it does not open a resolved report again. Throws `not_found`.
 */
export async function giveFeedback(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  userId: number,
  messageId: string,
  patch: FeedbackPatch,
): Promise<Message> {
  const { chat_id } = await findAnswer({ db }, userId, messageId)
  return db.transaction().execute(async (trx) => {
    await lockChat(trx, userId, chat_id)
    const answer = await findAnswer({ db: trx }, userId, messageId)
    requireNotDeleted(answer)
    if (await storeFeedback(trx, answer, patch, now())) await touch(trx, answer, isoTime(now()))
    return readMessage(trx, await findAnswer({ db: trx }, userId, messageId))
  })
}

/** Returns whether anything has changed. */
async function storeFeedback(trx: Kysely<Database>, answer: MessageRow, patch: FeedbackPatch, now: number) {
  const stored = await trx
    .selectFrom('message_feedback')
    .selectAll()
    .where('user_id', '=', answer.user_id)
    .where('message_id', '=', answer.id)
    .executeTakeFirst()
  const before: Feedback = stored ? toFeedback(stored) : { rating: null, report: null }
  const after: Feedback = {
    rating: patch.rating === undefined ? before.rating : patch.rating,
    report: patch.report === undefined ? before.report : patch.report,
  }
  const isSameReport = isSame(before.report, after.report)
  if (before.rating === after.rating && isSameReport) return false
  if (after.rating === null && after.report === null) {
    await removeFeedback(trx, answer.user_id, [answer.id])
    return true
  }
  const time = isoTime(now)
  const values = { rating: after.rating, ...(isSameReport ? {} : reportColumns(after.report, time)), updated_at: time }
  const given = { user_id: answer.user_id, message_id: answer.id }
  await trx
    .insertInto('message_feedback')
    .values({ ...given, ...reportColumns(null, time), ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'message_id']).doUpdateSet(values))
    .execute()
  return true
}

/** A changed report is open again, and was not answered yet. */
function reportColumns(
  report: Feedback['report'],
  time: string,
): Pick<Stored, 'reason' | 'comment' | 'include_exchange' | 'state' | 'reported_at' | 'replied_at'> {
  return {
    reason: report?.reason ?? null,
    comment: report?.comment ?? '',
    include_exchange: report?.include_exchange === true ? 1 : 0,
    state: 'open',
    reported_at: report === null ? null : time,
    replied_at: null,
  }
}

const isSame = (one: Feedback['report'], other: Feedback['report']): boolean =>
  one?.reason === other?.reason && one?.comment === other?.comment && one?.include_exchange === other?.include_exchange

async function touch(trx: Kysely<Database>, { user_id, chat_id, id }: MessageRow, time: string): Promise<void> {
  await trx
    .updateTable('messages')
    .set({ updated_at: notBack(time) })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute()
  await trx
    .updateTable('chats')
    .set({ updated_at: notBack(time) })
    .where('user_id', '=', user_id)
    .where('id', '=', chat_id)
    .execute()
}
