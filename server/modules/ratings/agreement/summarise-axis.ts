import { RATED_MIN } from '#contract/limits.ts'
import type { AxisAgreement, CalibrationBin } from '#contract/objects/ratings/agreement.ts'
import type { Axis } from '#contract/objects/scores.ts'
import { bootstrapInterval, type Interval } from './bootstrap.ts'
import { krippendorffAlpha } from './krippendorff-alpha.ts'

/** One rated answer on one axis: the judge's score and those of people, who are at least one. */
export interface RatedScore {
  judge: number
  raters: readonly number[]
}

const BIN_WIDTH = 20
const BINS = 100 / BIN_WIDTH

/**
 * What the judge's scores of one axis are worth by the ratings of people. The mean of an answer's ratings stands for
 * people wherever it is compared with the judge, so that an answer with many ratings weighs no more than another.
 * Below `RATED_MIN` answers there are counts only.
 */
export function summariseAxis(axis: Axis, answers: readonly RatedScore[]): AxisAgreement {
  const ratings = answers.reduce((sum, { raters }) => sum + raters.length, 0)
  const shared = answers.filter(({ raters }) => raters.length > 1)
  const counts = { axis, answers: answers.length, shared_answers: shared.length, ratings }
  if (answers.length < RATED_MIN) {
    return { ...counts, people_alpha: null, judge_alpha: null, mean_error: null, bias: null, within: null, bins: [] }
  }
  const errors = answers.map(errorOf)
  const distances = errors.map(Math.abs).sort((a, b) => a - b)
  return {
    ...counts,
    people_alpha:
      shared.length < RATED_MIN ? null : estimate(shared, (sample) => krippendorffAlpha(sample.map(byRaters))),
    judge_alpha: estimate(answers, (sample) => krippendorffAlpha(sample.map(byJudgeAndRaters))),
    mean_error: estimate(answers, (sample) => mean(sample.map((answer) => Math.abs(errorOf(answer))))),
    bias: estimate(answers, (sample) => mean(sample.map(errorOf))),
    within: withinOf(distances),
    bins: calibrationBins(answers),
  }
}

/**
 * The least whole number that at least nine of ten of the sorted distances do not exceed. A quantile between two of
 * them would promise more: of 36 answers only 32 may lie below it.
 */
const withinOf = (distances: readonly number[]): number =>
  Math.ceil(distances[Math.ceil((distances.length * 9) / 10) - 1] ?? 0)

const byRaters = ({ raters }: RatedScore) => raters
const byJudgeAndRaters = ({ judge, raters }: RatedScore) => [judge, mean(raters)]
/** Above 0 when the judge scores higher than people. */
const errorOf = ({ judge, raters }: RatedScore) => judge - mean(raters)

function mean(values: readonly number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}

function estimate(
  answers: readonly RatedScore[],
  statistic: (sample: readonly RatedScore[]) => number | null,
): (Interval & { value: number }) | null {
  const value = statistic(answers)
  const interval = value === null ? null : bootstrapInterval(answers, statistic)
  if (value === null || interval === null) return null
  return { value: rounded(value), low: rounded(interval.low), high: rounded(interval.high) }
}

/** Answers by the judge's score in steps of twenty, the last with 100; those without an answer are left out. */
function calibrationBins(answers: readonly RatedScore[]): CalibrationBin[] {
  const binOf = ({ judge }: RatedScore) => Math.min(BINS - 1, Math.floor(judge / BIN_WIDTH))
  return Array.from({ length: BINS }, (_, bin) => answers.filter((answer) => binOf(answer) === bin)).flatMap(
    (own, bin) => {
      if (own.length === 0) return []
      const raters = own.map((answer) => mean(answer.raters))
      const from = bin * BIN_WIDTH
      return [
        {
          from,
          to: bin === BINS - 1 ? 100 : from + BIN_WIDTH - 1,
          answers: own.length,
          judge_mean: rounded(mean(own.map(({ judge }) => judge))),
          people_mean: rounded(mean(raters)),
        },
      ]
    },
  )
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000
