import type { Generated } from 'kysely'
import type { Fixed, Flag, Time } from './columns.ts'

/**
 * The job of writing one answer. A chat has at most one that is `running` (partial unique index); the owner renews its
 * lease while it works.
 */
export interface GenerationsTable {
  id: Generated<number>
  user_id: Fixed<number>
  chat_id: Fixed<string>
  /** The id of the answer. */
  message_id: Fixed<string>
  status: 'queued' | 'running' | 'finished'
  stop_requested: Flag
  owner: string | null
  lease_expires_at: Time | null
  attempts: number
  /** The number of chunks taken over from the answer that this one continues. */
  begun: Generated<number>
  /** Tokens of the plan that are reserved until the answer has ended. */
  reserved: Generated<number>
  /** The WebSearchState until the answer has ended; null when nothing was looked up. */
  search: string | null
  /** Waiting answers begin in the order of this time; null: in that of `created_at`. */
  turn_at: Time | null
  created_at: Fixed<Time>
  finished_at: Time | null
}

/** The streamed text in numbered chunks (n from 1), so that any connection can replay and follow it. */
export interface GenerationChunksTable {
  generation_id: Fixed<number>
  n: Fixed<number>
  kind: Fixed<'reasoning' | 'delta'>
  text: Fixed<string>
}

/**
 * The scores of an answer, and the job of computing them: `queued`, then `running` under a lease, then `scored`, or
 * `failed` when the judge returned none. Old scores remain until new ones are stored. There is no row until scoring is
 * requested.
 */
export interface ScoresTable {
  user_id: Fixed<number>
  /** The id of the answer. */
  message_id: Fixed<string>
  chat_id: Fixed<string>
  state: 'queued' | 'running' | 'scored' | 'failed'
  owner: string | null
  lease_expires_at: Time | null
  attempts: number
  /** 0 to 100; null when not assessed. */
  truth: number | null
  fairness: number | null
  wisdom: number | null
  duty: number | null
  safety: number | null
  liberty: number | null
  pcs: number | null
  ics: number | null
  /** `{<axis>: {reason, quote}}` */
  reasons: string
  source: 'model' | 'practice' | 'validator' | null
  rubric_version: string | null
  /** The tokens of all scorings of this answer; never counted against the user's plan. */
  prompt_tokens: number | null
  completion_tokens: number | null
  queued_at: Time
  /** When it was last scored, or scoring last failed. */
  scored_at: Time | null
}
