import * as v from 'valibot'
import { Count, Timestamp, Uuid } from '../primitives.ts'

/** The six virtues that an answer is scored by, in the order of the hexagon's corners. */
export const axes = ['truth', 'fairness', 'wisdom', 'duty', 'safety', 'liberty'] as const
export type Axis = (typeof axes)[number]

/** A whole number from 0 to 100; null means "not assessed", never 0. */
export const Score = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)))

/** `quote` stands literally in the answer; empty where nothing is quoted. */
const Reason = v.object({ reason: v.string(), quote: v.string() })

export const ScoreReasons = v.object({
  truth: v.optional(Reason),
  fairness: v.optional(Reason),
  wisdom: v.optional(Reason),
  duty: v.optional(Reason),
  safety: v.optional(Reason),
  liberty: v.optional(Reason),
})
export type ScoreReasons = v.InferOutput<typeof ScoreReasons>

/** Who judged: a model, the fixed word list of the practice assistant, or a person who volunteered. */
export const ScoreSource = v.picklist(['model', 'practice', 'validator'])
export type ScoreSource = v.InferOutput<typeof ScoreSource>

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
  reasons: ScoreReasons,
  source: ScoreSource,
  rubric_version: v.string(),
  /** What the scoring took, all readings and tries together; not counted against the plan. Null: not reported. */
  tokens: v.optional(v.nullable(Count)),
  created_at: Timestamp,
})
export type Scores = v.InferOutput<typeof Scores>
