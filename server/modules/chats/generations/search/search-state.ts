import * as v from 'valibot'
import { WebSearchState } from '#contract/stream.ts'
import type { Dependencies } from '../../../../dependencies.ts'
import type { Claim } from '../job.ts'
import { answerTopic } from '../topics.ts'

export const noSearch: WebSearchState = { query: null, sources: [], problem: null }

/** The state as the generation stores it; null when nothing was looked up. */
export function readSearchState(stored: string | null): WebSearchState | null {
  return stored === null ? null : v.parse(WebSearchState, JSON.parse(stored))
}

/**
 * Stores the state of a running web search, unless this process no longer owns the generation, and tells its readers.
 * `read` is how many characters of pages the model was given, for the estimate of its tokens.
 */
export async function storeSearchState(
  { db, bus, processId }: Pick<Dependencies, 'db' | 'bus' | 'processId'>,
  claim: Claim,
  state: WebSearchState,
  read = 0,
): Promise<void> {
  await db
    .updateTable('generations')
    .set({ search: JSON.stringify({ ...state, read }) })
    .where('user_id', '=', claim.user_id)
    .where('id', '=', claim.id)
    .where('owner', '=', processId)
    .where('attempts', '=', claim.attempts)
    .where('status', '=', 'running')
    .execute()
  await bus.publish(answerTopic(claim.id), 'search')
}
