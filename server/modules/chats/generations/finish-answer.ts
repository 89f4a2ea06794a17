import type { Kysely } from 'kysely'
import { previewOf } from '#contract/title-and-preview.ts'
import { notBack } from '../../../db/not-back.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { putSearchEntry } from '../../../db/search/put-entry.ts'
import { isoTime } from '../../../lib/time.ts'
import type { Outcome } from './job.ts'
import { recordUsage } from './record-usage.ts'
import { noSearch, readSearchState } from './search/search-state.ts'

export interface GenerationKey {
  id: number
  user_id: number
  chat_id: string
  message_id: string
}

/** Ends a generation and its answer in one transaction; the caller holds the chat's lock and owns the generation. */
export async function finishAnswer(
  trx: Kysely<Database>,
  generation: GenerationKey,
  outcome: Outcome,
  now: number,
): Promise<void> {
  const time = isoTime(now)
  const ended = await trx
    .updateTable('generations')
    .set({ status: 'finished', owner: null, lease_expires_at: null, finished_at: time })
    .where('user_id', '=', generation.user_id)
    .where('id', '=', generation.id)
    .returning('search')
    .executeTakeFirst()
  const { sources, problem } = readSearchState(ended?.search ?? null) ?? noSearch
  const message = await trx
    .updateTable('messages')
    .set({
      content: outcome.content,
      reasoning: outcome.reasoning,
      status: outcome.status,
      failure: outcome.failure,
      sources: JSON.stringify(sources),
      search_problem: problem,
      ...(outcome.model === undefined ? {} : { model: outcome.model }),
      prompt_tokens: outcome.usage?.prompt_tokens ?? null,
      completion_tokens: outcome.usage?.completion_tokens ?? null,
      updated_at: notBack(time),
    })
    .where('user_id', '=', generation.user_id)
    .where('id', '=', generation.message_id)
    .returning('superseded_by')
    .executeTakeFirst()
  const entry = { userId: generation.user_id, chatId: generation.chat_id, messageId: generation.message_id }
  if (message !== undefined) {
    await putSearchEntry(trx, entry, outcome.content)
    await recordUsage(trx, generation, { usage: outcome.usage, failed: outcome.failure !== null, at: time })
  }
  // The chat's preview comes from its active path.
  const preview = message?.superseded_by === null ? previewOf(outcome.content) : ''
  await trx
    .updateTable('chats')
    .set({ updated_at: notBack(time), ...(preview === '' ? {} : { preview }) })
    .where('user_id', '=', generation.user_id)
    .where('id', '=', generation.chat_id)
    .execute()
}
