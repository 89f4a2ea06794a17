import type { Kysely } from 'kysely'
import { CHAT_VERSIONS_MAX } from '#contract/limits.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { ChatRow } from '../chat-lock.repository.ts'
import { invalidMessageOrChat } from '../chats.errors.ts'
import { readVersions } from '../chats.mappers.ts'

/** Makes answers of a locked chat the current versions; returns the chat's new list, as it is stored. */
export async function selectVersions(
  trx: Kysely<Database>,
  chat: ChatRow,
  answerIds: readonly string[],
): Promise<string> {
  const selected = [...new Set(answerIds)]
  const questions = (await findAnswered(trx, chat, selected)).map(({ reply_to }) => reply_to)
  if (questions.length < selected.length) throw invalidMessageOrChat()
  const others = await withoutVersions(trx, chat, questions)
  return JSON.stringify([...others, ...selected].slice(-CHAT_VERSIONS_MAX))
}

/** The chosen versions of a chat without those of the answers to some questions. */
export async function withoutVersions(
  trx: Kysely<Database>,
  chat: ChatRow,
  questions: readonly (string | null)[],
): Promise<string[]> {
  const selected = readVersions(chat)
  if (selected.length === 0) return selected
  const answered = new Map((await findAnswered(trx, chat, selected)).map(({ id, reply_to }) => [id, reply_to]))
  return selected.filter((id) => !questions.includes(answered.get(id) ?? null))
}

const findAnswered = (trx: Kysely<Database>, chat: ChatRow, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : trx
        .selectFrom('messages')
        .select(['id', 'reply_to'])
        .where('user_id', '=', chat.user_id)
        .where('chat_id', '=', chat.id)
        .where('role', '=', 'assistant')
        .where('id', 'in', ids)
        .execute()
