import * as v from 'valibot'
import { MESSAGE_MAX, RATED_ANSWER_MAX, RATING_QUOTE_MAX, RATING_REASON_MAX } from '../../limits.ts'
import { Count, Language, says, Timestamp, Uuid } from '../../primitives.ts'

const text = (max: number) =>
  v.pipe(v.string(says('required')), v.trim(), v.nonEmpty(says('required')), v.maxLength(max, says('too_long')))

/** What validators will read: both texts as the user edited them, and the language in which it was offered. */
export const ExchangeInput = v.object({
  question: text(MESSAGE_MAX),
  answer: text(RATED_ANSWER_MAX),
  language: Language,
})
export type ExchangeInput = v.InferOutput<typeof ExchangeInput>

/** An exchange as the user who offered it sees it. */
export const OfferedExchange = v.object({
  /** The id of the answer. */
  message: Uuid,
  chat: Uuid,
  question: v.string(),
  answer: v.string(),
  language: Language,
  offered_at: Timestamp,
  /** How many validators have rated it. */
  ratings: Count,
  /** A validator has reported it: nobody else gets it until it is offered again with other texts. */
  is_reported: v.boolean(),
  /** An admin has withdrawn it after a report: its texts and ratings are deleted, and the texts here are empty. */
  is_withdrawn: v.optional(v.boolean(), false),
})
export type OfferedExchange = v.InferOutput<typeof OfferedExchange>

/** An exchange as a validator sees it: without its author, the model's scores and the ratings of others. */
export const ExchangeToRate = v.strictObject({
  id: Uuid,
  question: v.string(),
  answer: v.string(),
  language: Language,
})
export type ExchangeToRate = v.InferOutput<typeof ExchangeToRate>

const RatedScore = v.pipe(
  v.number(says('required')),
  v.integer(says('invalid')),
  v.minValue(0, says('invalid')),
  v.maxValue(100, says('invalid')),
)
/** One integer from 0 to 100 for each of `axes`. */
export const RatedScores = v.object({
  truth: RatedScore,
  fairness: RatedScore,
  wisdom: RatedScore,
  duty: RatedScore,
  safety: RatedScore,
  liberty: RatedScore,
})
export type RatedScores = v.InferOutput<typeof RatedScores>

/** `scores` is given for a `rating`, else null; `reason` may be empty only for a `skip`. */
export const RatingInput = v.pipe(
  v.object({
    /** Made by the client; a repeat with the same id changes nothing. */
    id: Uuid,
    exchange: Uuid,
    kind: v.picklist(['rating', 'skip', 'report'], says('invalid')),
    scores: v.nullable(RatedScores),
    reason: v.pipe(v.string(says('invalid')), v.trim(), v.maxLength(RATING_REASON_MAX, says('too_long'))),
    /** An exact part of the answer; empty when nothing is quoted. */
    quote: v.pipe(v.string(says('invalid')), v.maxLength(RATING_QUOTE_MAX, says('too_long'))),
  }),
  v.forward(
    v.partialCheck(
      [['kind'], ['scores']],
      ({ kind, scores }) => (kind === 'rating') === (scores !== null),
      says('required'),
    ),
    ['scores'],
  ),
  v.forward(
    v.partialCheck([['kind'], ['reason']], ({ kind, reason }) => kind === 'skip' || reason !== '', says('required')),
    ['reason'],
  ),
)
export type RatingInput = v.InferOutput<typeof RatingInput>
