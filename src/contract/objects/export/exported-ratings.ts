import * as v from 'valibot'
import { Language, Timestamp, Uuid } from '../../primitives.ts'
import { Score } from '../scores.ts'

/** The sections of an AccountExport about exchanges that were offered for rating, and ratings as a validator. */
export const exportedRatings = {
  offered_exchanges: v.array(
    v.strictObject({
      message_id: Uuid,
      chat_id: Uuid,
      question: v.string(),
      answer: v.string(),
      language: Language,
      offered_at: Timestamp,
    }),
  ),
  exchange_ratings: v.array(
    v.strictObject({
      id: Uuid,
      kind: v.picklist(['rating', 'skip', 'report']),
      truth: Score,
      fairness: Score,
      wisdom: Score,
      duty: Score,
      safety: Score,
      liberty: Score,
      reason: v.string(),
      quote: v.string(),
      created_at: Timestamp,
      /** When an admin has dismissed this report. */
      dismissed_at: v.nullable(Timestamp),
    }),
  ),
}
