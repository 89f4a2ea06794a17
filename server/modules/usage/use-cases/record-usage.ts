import { type Kysely, sql } from 'kysely'
import * as v from 'valibot'
import type { Usage } from '#contract/stream.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { HISTORY_CHARACTERS } from '../../../limits/generation-limits.ts'

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
  if (tokens === 0) return
  await trx
    .insertInto('usage_entries')
    .values((eb) => ({
      ...{ user_id, message_id, at, tokens, searches: 0 },
      model: eb
        .selectFrom('messages')
        .select('messages.model')
        .where('messages.user_id', '=', user_id)
        .where('messages.id', '=', message_id),
    }))
    .onConflict((known) =>
      known.columns(['user_id', 'message_id']).doUpdateSet((eb) => ({
        tokens: eb('usage_entries.tokens', '+', eb.ref('excluded.tokens')),
        searches: eb('usage_entries.searches', '+', eb.ref('excluded.searches')),
        at: eb.ref('excluded.at'),
        model: eb.ref('excluded.model'),
      })),
    )
    .execute()
}

/** Estimates one token for four characters of the prompt, of the web pages in it and of the answer; 0 when no model was called. */
async function estimate(trx: Kysely<Database>, generation: Generation, failed: boolean): Promise<number> {
  const row = await trx
    .selectFrom('generations')
    .select((eb) => [
      'attempts',
      'search',
      eb
        .selectFrom('generation_chunks as piece')
        .select(sql<number>`coalesce(sum(length(piece.text)), 0)`.as('length'))
        .whereRef('piece.generation_id', '=', 'generations.id')
        .whereRef('piece.n', '<=', 'generations.begun')
        .as('begun'),
      eb
        .selectFrom('generation_chunks as piece')
        .select(sql<number>`coalesce(sum(length(piece.text)), 0)`.as('length'))
        .whereRef('piece.generation_id', '=', 'generations.id')
        .whereRef('piece.n', '>', 'generations.begun')
        .as('written'),
    ])
    .where('id', '=', generation.id)
    .executeTakeFirst()
  const written = Number(row?.written ?? 0)
  // A model that could not be reached has used nothing.
  if (row === undefined || row.attempts === 0 || (failed && written === 0)) return 0
  const { length } = await trx
    .selectFrom('messages as answer')
    .innerJoin('messages as before', (join) =>
      join.onRef('before.user_id', '=', 'answer.user_id').onRef('before.chat_id', '=', 'answer.chat_id'),
    )
    .innerJoin('messages as question', (join) =>
      join.onRef('question.user_id', '=', 'answer.user_id').onRef('question.id', '=', 'answer.reply_to'),
    )
    .select(sql<number>`coalesce(sum(length(before.content)), 0)`.as('length'))
    .where('answer.user_id', '=', generation.user_id)
    .where('answer.id', '=', generation.message_id)
    .whereRef('before.seq', '<=', 'question.seq')
    .executeTakeFirstOrThrow()
  const read = Math.min(HISTORY_CHARACTERS, Number(length) + Number(row.begun ?? 0))
  return Math.ceil((read + readOfWeb(row.search) + written) / 4)
}

const Search = v.object({ read: v.optional(v.number(), 0) })

/** The characters of web pages that the model was given, by the stored state of the search. */
const readOfWeb = (search: string | null): number => (search === null ? 0 : v.parse(Search, JSON.parse(search)).read)
