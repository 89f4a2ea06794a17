import type { Kysely } from 'kysely'
import { previewOf } from '#contract/title-and-preview.ts'
import { notBack } from '../../../db/not-back.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { isoTime } from '../../../lib/time.ts'
import type { ChatRow } from '../chat-lock.repository.ts'
import { invalidMessageOrChat } from '../chats.errors.ts'
import { findMessage } from '../chats.repository.ts'
import { findQuestions, selectCurrentTexts } from '../path.repository.ts'

/** Each question takes two parameters; a statement may have 32,766 on SQLite and 65,535 on PostgreSQL. */
const QUESTIONS_PER_STATEMENT = 1_000

/**
 * Makes the branch through the message `through` the current path of a locked chat, down to its newest question; null:
 * down to the newest question of the chat. Sets `superseded_by` of the messages that leave the path, removes it from
 * those that come back, and returns the changed fields of the chat. Answers on other branches that are still being
 * written are written to their end.
 */
export async function movePath(
  trx: Kysely<Database>,
  chat: ChatRow,
  through: string | null,
  now: number,
): Promise<{ path: string | null; preview: string }> {
  const message = through === null ? undefined : await findMessage(trx, chat.user_id, through)
  if (through !== null && message?.chat_id !== chat.id) throw invalidMessageOrChat()
  const questions = await findQuestions(trx, chat)
  const leaf = newestBelow(questions, message ? (message.reply_to ?? message.id) : null)
  const parents = new Map(questions.map(({ id, parent }) => [id, parent]))
  const path = new Set<string>()
  for (let id: string | null = leaf; id !== null; id = parents.get(id) ?? null) path.add(id)
  const enter = questions.filter(({ id, superseded_by }) => superseded_by !== null && path.has(id))
  const leave = questions.filter(({ id, superseded_by }) => superseded_by === null && !path.has(id))
  await mark(trx, chat, enter, null, now)
  // The path has one fork at most where it differs from the previous one: its first new question.
  await mark(trx, chat, leave, enter[0]?.id ?? leaf, now)
  const newest = await selectCurrentTexts(trx, chat).orderBy('seq', 'desc').limit(1).executeTakeFirst()
  return { path: leaf === questions.at(-1)?.id ? null : leaf, preview: previewOf(newest?.content ?? '') }
}

/** The newest question that is `root` or has it above it; a parent is always older than its children. */
function newestBelow(questions: readonly { id: string; parent: string | null }[], root: string | null): string | null {
  let newest = root
  const below = new Set<string | null>([root])
  for (const { id, parent } of questions) {
    if (root !== null && !below.has(parent)) continue
    below.add(id)
    newest = id
  }
  return newest
}

/** Sets `superseded_by` of questions and of their answers. */
async function mark(
  trx: Kysely<Database>,
  chat: ChatRow,
  questions: readonly { id: string }[],
  superseded_by: string | null,
  now: number,
): Promise<void> {
  for (let from = 0; from < questions.length; from += QUESTIONS_PER_STATEMENT) {
    const ids = questions.slice(from, from + QUESTIONS_PER_STATEMENT).map(({ id }) => id)
    await trx
      .updateTable('messages')
      .set({ superseded_by, updated_at: notBack(isoTime(now)) })
      .where('user_id', '=', chat.user_id)
      .where('chat_id', '=', chat.id)
      .where((eb) => eb.or([eb('id', 'in', ids), eb('reply_to', 'in', ids)]))
      .execute()
  }
}
