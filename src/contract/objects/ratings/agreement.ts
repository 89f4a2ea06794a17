import * as v from 'valibot'
import { Count, Timestamp } from '../../primitives.ts'
import { axes, ScoreSource } from '../scores.ts'

/** A value with its 95 % confidence interval. */
export const Estimate = v.object({ value: v.number(), low: v.number(), high: v.number() })
export type Estimate = v.InferOutput<typeof Estimate>

/** Answers whose model score lies from `from` to `to`, both included. */
export const CalibrationBin = v.object({
  from: Count,
  to: Count,
  answers: Count,
  judge_mean: v.number(),
  /** The mean over answers of the mean rating of each. */
  people_mean: v.number(),
})
export type CalibrationBin = v.InferOutput<typeof CalibrationBin>

/** How well people and the judge agree on one axis; what is null has too few answers, or is not defined. */
export const AxisAgreement = v.object({
  axis: v.picklist(axes),
  /** Rated answers that the judge has scored on this axis. */
  answers: Count,
  /** Those of them that at least two people rated. */
  shared_answers: Count,
  ratings: Count,
  /** Krippendorff's alpha for interval data among people, of the answers that several rated. */
  people_alpha: v.nullable(Estimate),
  /** The same between the judge and the mean rating of each answer. */
  judge_alpha: v.nullable(Estimate),
  /** The mean distance between the judge's score and the mean rating. */
  mean_error: v.nullable(Estimate),
  /** The mean difference; above 0 the judge scores higher than people. */
  bias: v.nullable(Estimate),
  /** Of nine in ten answers the mean rating is at most this far from the judge's score. */
  within: v.nullable(Count),
  bins: v.array(CalibrationBin),
})
export type AxisAgreement = v.InferOutput<typeof AxisAgreement>

/** Of one version of the judge's rubric. */
export const RubricAgreement = v.object({
  rubric_version: v.string(),
  source: ScoreSource,
  axes: v.array(AxisAgreement),
})
export type RubricAgreement = v.InferOutput<typeof RubricAgreement>

export const Agreement = v.object({
  /** With fewer rated answers there are counts only. */
  minimum: Count,
  computed_at: Timestamp,
  /** The version with the latest rating first. */
  versions: v.array(RubricAgreement),
})
export type Agreement = v.InferOutput<typeof Agreement>
