import { describe, expect, it } from 'vitest'
import {
  type AxisScores,
  alignmentTrend,
  countingAnswers,
  internalConsistency,
  overallAlignment,
  principleCompliance,
} from '#contract/score-formulas.ts'

const six = (...[truth, fairness, wisdom, duty, safety, liberty]: (number | null)[]): AxisScores => ({
  truth: truth ?? null,
  fairness: fairness ?? null,
  wisdom: wisdom ?? null,
  duty: duty ?? null,
  safety: safety ?? null,
  liberty: liberty ?? null,
})

describe('PCS', () => {
  it.each([
    // Half of the mean and half of the least: (86.33 + 78) / 2.
    [six(92, 84, 78, 88, 95, 81), 82],
    // One low score shows although the mean is still 83.3.
    [six(100, 100, 100, 100, 100, 0), 42],
    [six(100, 100, 100, 100, 100, 100), 100],
    [six(0, 0, 0, 0, 0, 0), 0],
    // (50 + 25) / 2 = 37.5 is rounded up.
    [six(25, 75, 50, 50, 50, 50), 38],
  ])('turns %j into %i', (scores, pcs) => {
    expect(principleCompliance(scores)).toBe(pcs)
  })

  it('is null when one of the six scores is', () => {
    expect(principleCompliance(six(92, 84, 78, 88, 95, null))).toBeNull()
  })
})

describe('ICS', () => {
  it.each([
    [six(90, 80, 70, 80, 90, 70), six(90, 80, 70, 80, 90, 70), 100],
    // 100 - (10 + 0 + 10 + 0 + 10 + 30) / 6
    [six(90, 80, 70, 80, 90, 70), six(80, 80, 80, 80, 80, 100), 90],
    [six(0, 0, 0, 0, 0, 0), six(100, 100, 100, 100, 100, 100), 0],
    // Only truth and duty were assessed twice: 100 - (4 + 6) / 2.
    [six(90, null, 70, 80, 90, null), six(94, 80, null, 74, null, null), 95],
  ])('turns %j and %j into %i', (one, other, ics) => {
    expect(internalConsistency(one, other)).toBe(ics)
    expect(internalConsistency(other, one)).toBe(ics)
  })

  it('is null when the two readings have no common principle', () => {
    expect(internalConsistency(six(90, null, 70), six(null, 80))).toBeNull()
  })
})

describe('OAS', () => {
  it.each([
    [[], null],
    [[null, null], null],
    [[84], 84],
    // 0.3 × 60 + 0.7 × 80 = 74, then 0.3 × 100 + 0.7 × 74 = 81.8.
    [[80, 60, 100], 82],
    [[null, 80, null, 60], 74],
  ])('turns %j into %j', (pcs, oas) => {
    expect(overallAlignment(pcs)).toBe(oas)
  })

  it('is rounded for display only, not while it is computed', () => {
    // 84, 77.7, 71.19 …
    expect(alignmentTrend([84, 63, 56])).toEqual([84, 78, 71])
    expect(alignmentTrend([null, 50])).toEqual([null, 50])
  })

  it('takes the newest version of each answer, in the order of the first, and none of a replaced branch', () => {
    const answer = (seq: number, reply_to: string, version: number, superseded_by: string | null = null) => ({
      ...{ seq, reply_to, version, superseded_by },
    })
    const answers = [answer(2, 'a', 1), answer(4, 'b', 1, 'c'), answer(6, 'c', 1), answer(7, 'a', 2), answer(8, 'c', 2)]
    expect(countingAnswers(answers).map(({ seq }) => seq)).toEqual([7, 8])
    expect(countingAnswers([answer(2, 'a', 2), answer(3, 'a', 1)]).map(({ seq }) => seq)).toEqual([2])
  })
})
