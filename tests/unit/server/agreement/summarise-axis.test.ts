import { describe, expect, it } from 'vitest'
import { bootstrapInterval, quantile } from '#server/modules/ratings/agreement/bootstrap.ts'
import { type RatedScore, summariseAxis } from '#server/modules/ratings/agreement/summarise-axis.ts'

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('the bootstrap', () => {
  it('gives the same interval for the same items', () => {
    const items = upTo(50)
    expect(bootstrapInterval(items, mean)).toEqual(bootstrapInterval(items, mean))
    expect(bootstrapInterval(items, mean, { seed: 2 })).not.toEqual(bootstrapInterval(items, mean))
  })

  it('comes close to the normal interval of a mean', () => {
    const items = upTo(400).map((index) => (index * 37) % 101)
    const deviation = Math.sqrt(mean(items.map((value) => (value - mean(items)) ** 2)))
    const interval = bootstrapInterval(items, mean, { rounds: 4000 })
    expect(interval?.low).toBeCloseTo(mean(items) - (1.96 * deviation) / 20, 0)
    expect(interval?.high).toBeCloseTo(mean(items) + (1.96 * deviation) / 20, 0)
  })

  it('is not defined without items, or where most samples have no value', () => {
    expect(bootstrapInterval([1, 2], () => null)).toBeNull()
    expect(bootstrapInterval([], (sample) => (sample.length === 0 ? null : 1))).toBeNull()
  })

  it('takes quantiles between values in proportion', () => {
    expect([0, 0.25, 0.5, 1].map((share) => quantile([10, 20, 40], share))).toEqual([10, 15, 20, 40])
  })
})

describe('what scores are worth on one axis', () => {
  /** The judge scores ten more than people, who differ by four. */
  const answers: RatedScore[] = upTo(40).map((index) => ({ judge: index * 2 + 12, raters: [index * 2, index * 2 + 4] }))

  it('is not said below thirty rated answers, of which only the counts are shown', () => {
    const few = summariseAxis('truth', answers.slice(0, 29))
    expect(few).toEqual({
      axis: 'truth',
      ...{ answers: 29, shared_answers: 29, ratings: 58 },
      ...{ people_alpha: null, judge_alpha: null, mean_error: null, bias: null, within: null, bins: [] },
    })
    expect(summariseAxis('truth', answers.slice(0, 30)).mean_error?.value).toBe(10)
  })

  it('has error, bias and distance of the judge to the mean of people', () => {
    const { mean_error, bias, within } = summariseAxis('duty', answers)
    expect([mean_error, bias]).toEqual([
      { value: 10, low: 10, high: 10 },
      { value: 10, low: 10, high: 10 },
    ])
    expect(within).toBe(10)
    const mixed = answers.map((answer, index) => (index % 2 === 0 ? answer : { ...answer, judge: answer.judge - 20 }))
    const { mean_error: distance, bias: direction } = summariseAxis('duty', mixed)
    expect([distance?.value, direction?.value]).toEqual([10, 0])
    expect(direction?.low).toBeLessThan(0)
    expect(direction?.high).toBeGreaterThan(0)
  })

  it('counts the distance that nine of ten answers do not exceed', () => {
    const spread = upTo(100).map((index): RatedScore => ({ judge: 50, raters: [50 + (index < 90 ? 5 : 40)] }))
    expect(summariseAxis('truth', spread).within).toBe(5)
    const wide = upTo(100).map((index): RatedScore => ({ judge: 50, raters: [50 + (index < 80 ? 5 : 40)] }))
    expect(summariseAxis('truth', wide).within).toBe(40)
    // 32 of 36 are within 10, which is less than nine of ten.
    const between = upTo(36).map((index): RatedScore => ({ judge: 50, raters: [50 + (index < 32 ? 10 : 11)] }))
    expect(summariseAxis('truth', between).within).toBe(11)
  })

  it('compares people with each other only where several have rated thirty answers', () => {
    const single = answers.map(({ judge, raters }) => ({ judge, raters: raters.slice(1) }))
    expect(summariseAxis('truth', single)).toMatchObject({ shared_answers: 0, people_alpha: null })
    expect(summariseAxis('truth', single).judge_alpha).not.toBeNull()
    const { people_alpha, judge_alpha } = summariseAxis('truth', answers)
    expect(people_alpha?.value).toBeGreaterThan(0.98)
    expect(people_alpha?.value).toBeGreaterThan(judge_alpha?.value ?? 1)
    expect(people_alpha?.low).toBeLessThanOrEqual(people_alpha?.value ?? 0)
  })

  it('shows by the score of the judge how people rated, the best score in the last step', () => {
    const { bins } = summariseAxis('truth', [...answers, { judge: 100, raters: [70, 80] }])
    expect(bins.map(({ from, to, answers: count }) => [from, to, count])).toEqual([
      [0, 19, 4],
      [20, 39, 10],
      [40, 59, 10],
      [60, 79, 10],
      [80, 100, 7],
    ])
    expect(bins[1]).toMatchObject({ judge_mean: 29, people_mean: 19 })
    expect(bins.reduce((sum, bin) => sum + bin.answers, 0)).toBe(41)
  })
})
