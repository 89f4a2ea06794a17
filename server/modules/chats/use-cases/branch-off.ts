import type { Kysely } from 'kysely'
import { notBack } from '../../../db/not-back.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { isoTime } from '../../../lib/time.ts'
import type { ChatRow } from '../chat-lock.repository.ts'
import { invalidMessageOrChat, messageSuperseded } from '../chats.errors.ts'
import type { MessageRow } from '../chats.mappers.ts'
import { findMessage } from '../chats.repository.ts'
import { endUnfinished, type Unfinished } from './end-unfinished.ts'

/**
 * The question of a locked chat that an edit of `id` replaces: itself, or the newest edit of it from another device.
 * Throws when the question is in a superseded branch, which cannot be continued.
 */
export async function findReplaced(trx: Kysely<Database>, chat: ChatRow, id: string): Promise<MessageRow> {
  let question = await findMessage(trx, chat.user_id, id)
  if (question?.role !== 'user' || question.chat_id !== chat.id) throw invalidMessageOrChat()
  while (question.superseded_by !== null) {
    const newer: MessageRow | undefined = await findMessage(trx, chat.user_id, question.superseded_by)
    if (newer?.replaces !== question.id) throw messageSuperseded()
    question = newer
  }
  return question
}

/**
 * Supersedes the active path of a locked chat from a question on, with all answers to its questions: it becomes the old
 * branch that `by` replaces. Unfinished answers in it are ended.
 */
export async function branchOff(
  trx: Kysely<Database>,
  chat: ChatRow,
  { from, by, now }: { from: MessageRow; by: string; now: number },
): Promise<Unfinished> {
  const time = isoTime(now)
  const superseded = await trx
    .updateTable('messages')
    .set({ superseded_by: by, updated_at: notBack(time) })
    .where('user_id', '=', chat.user_id)
    .where('chat_id', '=', chat.id)
    .where('superseded_by', 'is', null)
    .where('seq', '>=', from.seq)
    .where('seq', '<=', chat.last_seq)
    // A later version of an earlier answer has a position after the question, but stays on the active path.
    .where((eb) =>
      eb.or([
        eb('role', '=', 'user'),
        eb(
          'reply_to',
          'in',
          eb
            .selectFrom('messages as asked')
            .select('asked.id')
            .where('asked.user_id', '=', chat.user_id)
            .where('asked.chat_id', '=', chat.id)
            .where('asked.role', '=', 'user')
            .where('asked.superseded_by', 'is', null)
            .where('asked.seq', '>=', from.seq),
        ),
      ]),
    )
    .returning(['id', 'status'])
    .execute()
  const streaming = superseded.filter(({ status }) => status === 'streaming').map(({ id }) => id)
  return endUnfinished(trx, chat.user_id, streaming, now)
}
