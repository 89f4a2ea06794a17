import * as v from 'valibot'
import { Count, says, Timestamp, Uuid } from '../../primitives.ts'
import { AxisAgreement } from './agreement.ts'

const judgeName = v.pipe(v.string(says('required')), v.nonEmpty(says('required')), v.maxLength(200, says('too_long')))

/** A run of a judge over the rated exchanges, called a trial on the screen. */
export const JudgeRun = v.object({
  id: Uuid,
  /** Null: the model of the settings. */
  model: v.nullable(v.string()),
  rubric_version: v.string(),
  state: v.picklist(['running', 'done', 'stopped', 'failed']),
  started_at: Timestamp,
  /** Of `total` exchanges. */
  scored: Count,
  total: Count,
  /** What the model server has reported so far. */
  tokens: Count,
})
export type JudgeRun = v.InferOutput<typeof JudgeRun>

export const JudgeRunInput = v.object({
  /** Made by the client; a repeat with the same id changes nothing. */
  id: Uuid,
  model: v.nullable(judgeName),
  rubric_version: judgeName,
})
export type JudgeRunInput = v.InferOutput<typeof JudgeRunInput>

/** What can be compared, and what that takes. */
export const JudgeRuns = v.object({
  /** Rated exchanges. */
  exchanges: Count,
  /** An estimate for all of them, by the length of their texts; 0 without a model. */
  estimated_tokens: Count,
  /** Models that can be named, with the price of a million tokens in US dollars, null if unknown. */
  models: v.array(v.object({ id: v.string(), price: v.nullable(v.number()) })),
  rubric_versions: v.array(v.string()),
  /** Of the judge that scores answers now. */
  active_rubric: v.nullable(v.string()),
  /** Newest first. */
  results: v.array(JudgeRun),
})
export type JudgeRuns = v.InferOutput<typeof JudgeRuns>

/** Both judges on the same exchanges: those that both have scored. */
export const JudgeComparison = v.object({
  run: JudgeRun,
  tried: v.array(AxisAgreement),
  active: v.array(AxisAgreement),
})
export type JudgeComparison = v.InferOutput<typeof JudgeComparison>
