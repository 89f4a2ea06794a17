import type { Database } from '../../../db/schema/schema.ts'
import type { RatingTables } from '../../../db/schema/schema-ratings.ts'
import { type ExportedTable, namedAbove, ofUser } from './rule-types.ts'

const copied = { leftOut: 'copied from the scores of the answer, which stand in its chat' }

/** What a user offers for rating, and what they said as a validator of exchanges of others. */
export const ratingRules: {
  [T in keyof RatingTables]: ExportedTable<keyof Database[T] & string> | { leftOut: string }
} = {
  offered_exchanges: {
    as: 'offered_exchanges',
    own: ofUser,
    key: ['message_id'],
    columns: {
      id: { leftOut: 'the number under which validators rate it' },
      user_id: namedAbove,
      message_id: 'value',
      chat_id: 'value',
      question: 'value',
      answer: 'value',
      language: 'value',
      source: copied,
      rubric_version: copied,
      truth: copied,
      fairness: copied,
      wisdom: copied,
      duty: copied,
      safety: copied,
      liberty: copied,
      offered_at: 'value',
    },
  },
  exchange_ratings: {
    as: 'exchange_ratings',
    own: ofUser,
    key: ['id'],
    columns: {
      user_id: namedAbove,
      id: 'value',
      exchange_id: { leftOut: 'the number of an exchange of somebody else' },
      kind: 'value',
      truth: 'value',
      fairness: 'value',
      wisdom: 'value',
      duty: 'value',
      safety: 'value',
      liberty: 'value',
      reason: 'value',
      quote: 'value',
      created_at: 'value',
      dismissed_at: 'value',
    },
  },
  rating_assignments: { leftOut: 'which exchanges of others a device has fetched, until they are rated' },
  judge_runs: { leftOut: 'about the judge, not the person' },
  judge_run_scores: { leftOut: 'about the judge, not the person' },
}
