import type { Axis } from '#contract/objects/scores.ts'
import type { Language } from '#contract/primitives.ts'
import type { Fixed, Time } from './columns.ts'

export interface RatingTables {
  offered_exchanges: OfferedExchangesTable
  exchange_ratings: ExchangeRatingsTable
  rating_assignments: RatingAssignmentsTable
  judge_runs: JudgeRunsTable
  judge_run_scores: JudgeRunScoresTable
}

type AxisColumns = Record<Axis, number | null>

/**
 * An exchange that its user offers for rating by validators. A withdrawal deletes the row, and its ratings with it; so
 * does the deletion of the answer, the chat (also into Recently deleted) or the account.
 */
interface OfferedExchangesTable extends AxisColumns {
  /** Random, made by the server: it tells validators nothing of the user. */
  id: Fixed<string>
  user_id: Fixed<number>
  /** The id of the answer. */
  message_id: Fixed<string>
  chat_id: Fixed<string>
  /** As the user edited them, without names and addresses. Empty in the row that replaces one an admin withdrew. */
  question: Fixed<string>
  answer: Fixed<string>
  /** The language of the app when it was offered. */
  language: Fixed<Language>
  /** The scores of the answer as validators never see them, copied for comparison; null: it was not scored. */
  source: 'model' | 'practice' | 'validator' | null
  rubric_version: string | null
  offered_at: Fixed<Time>
}

/** What a validator said of an exchange: each validator once. Only a `rating` has axes. */
interface ExchangeRatingsTable extends AxisColumns {
  user_id: Fixed<number>
  /** A UUID of the client, by which a repeat is recognised. */
  id: Fixed<string>
  exchange_id: Fixed<string>
  kind: Fixed<'rating' | 'skip' | 'report'>
  /** Why, in the validator's own text. */
  reason: Fixed<string>
  /** A part of the offered answer, or empty. */
  quote: Fixed<string>
  created_at: Fixed<Time>
  /** When an admin has dismissed a `report`, so that the exchange is rated again. */
  dismissed_at: Time | null
}

/** Exchanges that a validator's device has fetched and not rated yet; an old one counts no more. */
interface RatingAssignmentsTable {
  user_id: Fixed<number>
  exchange_id: Fixed<string>
  assigned_at: Time
}

/** A run of a judge over the rated exchanges, before it is chosen in the settings. */
export interface JudgeRunsTable {
  /** A UUID of the client. */
  id: Fixed<string>
  /** Null: the model of the settings, or the word list. */
  model: Fixed<string | null>
  rubric_version: Fixed<string>
  state: 'running' | 'done' | 'stopped' | 'failed'
  started_at: Fixed<Time>
  ended_at: Time | null
  /** The claim of a process, while its lease lasts. */
  owner: string | null
  lease_expires_at: Time | null
}

/** The judge's scores of one exchange; deleted with it. All are null when the judge gave no usable output. */
interface JudgeRunScoresTable extends AxisColumns {
  run_id: Fixed<string>
  exchange_id: Fixed<string>
  /** Null: the model server reported none. */
  tokens: Fixed<number | null>
}
