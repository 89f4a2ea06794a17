import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import * as v from 'valibot'
import type { Usage } from '#contract/stream.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { addTokens } from '../../usage/usage.repository.ts'
import { readVersions } from '../chats.mappers.ts'
import { readPath } from '../path.repository.ts'

interface Generation {
  id: number
  user_id: number
  chat_id: string
  message_id: string
}

/**
 * Records an answer's usage, in the transaction that ends or deletes it and before its chunks are deleted. It is
 * estimated when the model reported none (decision 029). A reused id adds to its entry. `at` is ISO 8601.
 */
export async function recordUsage(
  trx: Kysely<Database>,
  generation: Generation,
  { usage, failed, at }: { usage: Usage | null; failed: boolean; at: string },
): Promise<void> {
  const { user_id, message_id } = generation
  const tokens =
    usage === null ? await estimate(trx, generation, failed) : usage.prompt_tokens + usage.completion_tokens
  await addTokens(trx, { user_id, message_id }, { tokens, at })
}

/** The characters of the chunks up to where the model began (`<=`), or of those that it wrote (`>`). */
const lengthOfChunks = (eb: ExpressionBuilder<Database, 'generations'>, position: '<=' | '>') =>
  eb
    .selectFrom('generation_chunks as chunk')
    .select(sql<number>`coalesce(sum(length(chunk.text)), 0)`.as('length'))
    .whereRef('chunk.generation_id', '=', 'generations.id')
    .whereRef('chunk.n', position, 'generations.begun')

/**
 * Estimates one token for four bytes of the path in the prompt and four characters of web pages and of the answer; 0
 * when no model was called.
 */
async function estimate(trx: Kysely<Database>, generation: Generation, failed: boolean): Promise<number> {
  const row = await trx
    .selectFrom('generations')
    .select((eb) => ['attempts', 'search', lengthOfChunks(eb, '<=').as('begun'), lengthOfChunks(eb, '>').as('written')])
    .where('user_id', '=', generation.user_id)
    .where('id', '=', generation.id)
    .executeTakeFirst()
  const written = Number(row?.written ?? 0)
  // A model that could not be reached has used nothing.
  if (row === undefined || row.attempts === 0 || (failed && written === 0)) return 0
  const { user_id: userId, chat_id: chatId, message_id } = generation
  const answer = await trx
    .selectFrom('messages')
    .innerJoin('chats', (join) =>
      join.onRef('chats.user_id', '=', 'messages.user_id').onRef('chats.id', '=', 'messages.chat_id'),
    )
    .select(['reply_to', 'seq', 'earlier_end', 'chats.versions'])
    .where('messages.user_id', '=', userId)
    .where('messages.id', '=', message_id)
    .executeTakeFirst()
  if (answer === undefined) return 0
  const { reply_to: questionId, seq, earlier_end } = answer
  const path = await readPath(trx, { userId, chatId, questionId, seq }, new Set(readVersions(answer)))
  const shown = path.slice(path.findIndex(({ endId }) => endId === earlier_end) + 1)
  const read = shown.reduce((sum, { bytes }) => sum + bytes, Number(row.begun ?? 0))
  return Math.ceil((read + readOfWeb(row.search) + written) / 4)
}

const Search = v.object({ read: v.optional(v.number(), 0) })

/** The characters of web pages that the model was given, by the stored state of the search. */
const readOfWeb = (search: string | null): number => (search === null ? 0 : v.parse(Search, JSON.parse(search)).read)
