import * as v from 'valibot'
import { Count, Timestamp, Uuid } from '../primitives.ts'

/** The six virtues by which an answer is scored, in the order of the hexagon's corners. */
export const axes = ['truth', 'fairness', 'wisdom', 'duty', 'safety', 'liberty'] as const
export type Axis = (typeof axes)[number]

/** One value for each axis. */
export const byAxis = <T>(of: (axis: Axis) => T): Record<Axis, T> => ({
  truth: of('truth'),
  fairness: of('fairness'),
  wisdom: of('wisdom'),
  duty: of('duty'),
  safety: of('safety'),
  liberty: of('liberty'),
})

/** An integer from 0 to 100; null means "not assessed", never 0. */
export const Score = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)))

/** `quote` is an exact part of the answer; empty when nothing is quoted. */
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

/** Who scored: a model, the fixed word list of the practice assistant, or a volunteer validator. */
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
  /** The tokens of the scoring, all readings and retries together; not counted against the plan. Null: not reported. */
  tokens: v.optional(v.nullable(Count)),
  created_at: Timestamp,
})
export type Scores = v.InferOutput<typeof Scores>
