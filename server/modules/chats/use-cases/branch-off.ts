import type { Kysely } from 'kysely'
import { notBack } from '../../../db/not-back.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { isoTime } from '../../../lib/time.ts'
import type { ChatRow } from '../chat-lock.repository.ts'
import { invalidMessageOrChat } from '../chats.errors.ts'
import type { MessageRow } from '../chats.mappers.ts'
import { findMessage } from '../chats.repository.ts'
import { findNewestQuestion } from '../path.repository.ts'
import { endUnfinished, type Unfinished } from './end-unfinished.ts'
import { movePath } from './move-path.ts'

/** The edited question of a locked chat; one that is not on the current path is brought back to it first. */
export async function findEdited(trx: Kysely<Database>, chat: ChatRow, id: string, now: number): Promise<MessageRow> {
  const question = await findMessage(trx, chat.user_id, id)
  if (question?.role !== 'user' || question.chat_id !== chat.id) throw invalidMessageOrChat()
  if (question.superseded_by !== null) await movePath(trx, chat, id, now)
  return question
}

/** The newest question in the place of an edited one, the edited one itself if there is no other. */
export async function findNewestEdit(trx: Kysely<Database>, { user_id, chat_id, parent }: MessageRow): Promise<string> {
  const { id } = await trx
    .selectFrom('messages')
    .select('id')
    .where('user_id', '=', user_id)
    .where('chat_id', '=', chat_id)
    .where('role', '=', 'user')
    .where('parent', parent === null ? 'is' : '=', parent)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

/**
 * The question of a locked chat under which a new one is added: the newest of the path of the message `below`, which
 * becomes the current path. Null in an empty chat.
 */
export async function findParent(
  trx: Kysely<Database>,
  chat: ChatRow,
  below: string | undefined,
  now: number,
): Promise<string | null> {
  const shown = below === undefined ? undefined : await findMessage(trx, chat.user_id, below)
  if (shown?.chat_id === chat.id && shown.superseded_by !== null) await movePath(trx, chat, shown.id, now)
  return (await findNewestQuestion(trx, chat))?.id ?? null
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
