import * as v from 'valibot'
import { RATING_QUOTE_MAX, RATING_REASON_MAX } from '#contract/limits.ts'
import { RatedScores } from '#contract/objects/ratings/rating.ts'
import { byAxis } from '#contract/objects/scores.ts'
import { says } from '#contract/primitives.ts'
import type { RatingDraft } from '#offline/ratings/rating-draft.ts'

const { truth, fairness, wisdom, duty, safety, liberty } = RatedScores.entries
const score = <Schema extends typeof truth>(schema: Schema) =>
  v.pipe(v.string(), v.nonEmpty(says('required')), v.transform(Number), schema)

/**
 * The fields of the form: a score is a text, and an empty one until it is chosen. The quote is a part of the answer.
 */
export const ratingSchema = (answer: string) =>
  v.object({
    truth: score(truth),
    fairness: score(fairness),
    wisdom: score(wisdom),
    duty: score(duty),
    safety: score(safety),
    liberty: score(liberty),
    reason: v.pipe(v.string(), v.trim(), v.nonEmpty(says('required')), v.maxLength(RATING_REASON_MAX)),
    quote: v.pipe(
      v.string(),
      v.maxLength(RATING_QUOTE_MAX),
      v.check((quote) => answer.includes(quote), says('invalid')),
    ),
  })
type Fields = v.InferInput<ReturnType<typeof ratingSchema>>

const toText = (value: number | null): string => (value === null ? '' : String(value))
const toNumber = (text: string): number | null => (text === '' ? null : Number(text))

export const fieldsOf = (draft: RatingDraft | null): Fields => ({
  ...byAxis((axis) => toText(draft?.scores[axis] ?? null)),
  reason: draft?.reason ?? '',
  quote: draft?.quote ?? '',
})

export const draftOf = ({ reason, quote, ...scores }: Fields): RatingDraft => ({
  scores: byAxis((axis) => toNumber(scores[axis])),
  reason,
  quote,
})
