import * as v from 'valibot'
import { Timestamp, Uuid } from '../primitives.ts'

/** The six virtues, in the order of the hexagon's corners (specification, "Chat shows scores"). */
export const axes = ['truth', 'fairness', 'wisdom', 'duty', 'safety', 'liberty'] as const
export type Axis = (typeof axes)[number]

/** A whole number from 0 to 100; null means "not assessed", never 0. */
export const Score = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)))

const Reason = v.object({ reason: v.string(), quote: v.string() })

export const Scores = v.object({
  message: Uuid,
  truth: Score,
  fairness: Score,
  wisdom: Score,
  duty: Score,
  safety: Score,
  liberty: Score,
  pcs: Score,
  ics: Score,
  reasons: v.object({
    truth: v.optional(Reason),
    fairness: v.optional(Reason),
    wisdom: v.optional(Reason),
    duty: v.optional(Reason),
    safety: v.optional(Reason),
    liberty: v.optional(Reason),
  }),
  source: v.picklist(['model', 'practice', 'validator']),
  rubric_version: v.string(),
  created_at: Timestamp,
})
export type Scores = v.InferOutput<typeof Scores>
