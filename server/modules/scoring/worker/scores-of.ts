import { axes, byAxis, type ScoreReasons } from '#contract/objects/scores.ts'
import { internalConsistency, principleCompliance } from '#contract/score-formulas.ts'
import type { Usage } from '#contract/stream.ts'
import type { Reading } from '../../../providers/judge/judge.ts'

export interface Scoring {
  first: Reading | null
  second: Reading | null
  usage: Usage | null
}

/** Numbers, reasons and quotes come from one reading; the other one only measures the agreement. */
export function scoresOf({ first, second }: Scoring) {
  const shown = first ?? second
  if (shown === null) return null
  const scores = numbersOf(shown)
  const scored = axes.filter((axis) => shown[axis].score !== null)
  const reasons = scored.map((axis) => [axis, { reason: shown[axis].reason, quote: shown[axis].quote }] as const)
  const ics = first === null || second === null ? null : internalConsistency(numbersOf(first), numbersOf(second))
  return { ...scores, pcs: principleCompliance(scores), ics, reasons: Object.fromEntries(reasons) as ScoreReasons }
}

const numbersOf = (reading: Reading) => byAxis((axis) => reading[axis].score)
