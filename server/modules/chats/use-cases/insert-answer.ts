import type { Kysely } from 'kysely'
import { notBack } from '../../../db/not-back.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { putSearchEntry } from '../../../db/search/put-entry.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'
import { TURN_MS, UNFINISHED_MAX } from '../../../limits/generation-limits.ts'
import { resolveModel } from '../../models/use-cases/resolve-model.ts'
import { expiryOf } from '../../profile/chat-expiry.repository.ts'
import { estimatePrompt } from '../../usage/use-cases/estimate-prompt.ts'
import { reserveTokens } from '../../usage/use-cases/reserve-tokens.ts'
import type { ChatRow } from '../chat-lock.repository.ts'
import { tooManyWaiting } from '../chats.errors.ts'
import type { MessageRow } from '../chats.mappers.ts'
import { noSearch } from '../generations/search/search-state.ts'

interface NewAnswer {
  id: string
  questionId: string
  version: number
  seq: number
  requestHash: string
  /** The text of the interrupted answer that this one continues. */
  begin?: Pick<MessageRow, 'content' | 'reasoning' | 'sources' | 'search_problem'> | undefined
  modes: { request_mode: 'text' | 'voice'; response_mode: 'text' | 'voice' }
  /** The model that was chosen for it; null: none was. */
  wantedModel: string | null
}

/**
 * Adds an empty answer and its generation at the end of a locked chat. Throws `rate_limited` when the user has too many
 * unfinished answers, and the errors of `reserveTokens`.
 */
export async function insertAnswer(
  trx: Kysely<Database>,
  { models }: Pick<Dependencies, 'models'>,
  chat: ChatRow,
  answer: NewAnswer,
  now: number,
): Promise<void> {
  const time = isoTime(now)
  const { count } = await trx
    .selectFrom('generations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', chat.user_id)
    .where('status', '!=', 'finished')
    .executeTakeFirstOrThrow()
  if (Number(count) >= UNFINISHED_MAX) throw tooManyWaiting()
  const model = await resolveModel({ db: trx, models }, answer.wantedModel)
  const userId = chat.user_id
  const promptTokens = () => estimatePrompt(trx, { userId, chatId: chat.id, seq: answer.seq })
  const reserved = await reserveTokens(trx, { models }, { userId, now, model, promptTokens })
  const owner = { user_id: chat.user_id, chat_id: chat.id }
  await trx
    .insertInto('messages')
    .values({
      ...owner,
      ...answer.modes,
      id: answer.id,
      role: 'assistant',
      content: '',
      status: 'streaming',
      reasoning: '',
      seq: answer.seq,
      reply_to: answer.questionId,
      version: answer.version,
      // The only model may not have a name yet; it has one when the answer is finished.
      model: models.length > 1 ? model.id : null,
      wanted_model: answer.wantedModel,
      request_hash: answer.requestHash,
      created_at: time,
      updated_at: time,
    })
    .execute()
  const chunks = [
    { kind: 'reasoning' as const, text: answer.begin?.reasoning ?? '' },
    { kind: 'delta' as const, text: answer.begin?.content ?? '' },
  ].filter(({ text }) => text !== '')
  const job = { status: 'queued', stop_requested: 0, attempts: 0, begun: chunks.length, reserved } as const
  const search = answer.begin === undefined ? null : searchOf(answer.begin)
  const generation = await trx
    .insertInto('generations')
    .values({
      ...owner,
      ...job,
      ...{ search, message_id: answer.id, created_at: time },
      turn_at: isoTime(now + Number(count) * TURN_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const chunkRows = chunks.map((chunk, i) => ({ ...chunk, generation_id: generation.id, n: i + 1 }))
  if (chunkRows.length > 0) await trx.insertInto('generation_chunks').values(chunkRows).execute()
}

/** The text of a continued answer keeps its sources. */
function searchOf(begin: Pick<MessageRow, 'sources' | 'search_problem'>): string | null {
  const { sources, search_problem: problem } = begin
  if (sources === '[]' && problem === null) return null
  return JSON.stringify({ ...noSearch, sources: JSON.parse(sources), problem })
}

/** Updates a chat after a new message: it moves to the top of the list, and its expiry starts again. */
export async function touchChat(
  trx: Kysely<Database>,
  chat: ChatRow,
  changes: { last_seq: number; preview?: string; title?: string; path?: string | null; versions?: string },
  now: number,
): Promise<void> {
  const time = isoTime(now)
  await trx
    .updateTable('chats')
    .set({
      ...changes,
      last_message_at: time,
      updated_at: notBack(time),
      expires_at: chat.is_saved === 1 ? null : await expiryOf(trx, chat.user_id, now),
      expires_warned_at: null,
    })
    .where('user_id', '=', chat.user_id)
    .where('id', '=', chat.id)
    .execute()
  if (changes.title === undefined) return
  await putSearchEntry(trx, { userId: chat.user_id, chatId: chat.id }, changes.title)
}
