import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'

/** The six axes in the order of the hexagon's corners, clockwise from the top. */
export const axes = ['truth', 'fairness', 'wisdom', 'duty', 'safety', 'liberty'] as const
export type Axis = (typeof axes)[number]

/** 0 to 100; null means "not assessed". */
export type AxisValues = Record<Axis, number | null>

export const axisNames: Record<Axis, MessageDescriptor> = {
  truth: msg`Truth`,
  fairness: msg`Fairness`,
  wisdom: msg`Wisdom`,
  duty: msg`Duty`,
  safety: msg`Safety`,
  liberty: msg`Liberty`,
}

/** Returns the axis with the lowest score, of equal ones the first; null without a score, and when all are equal. */
export function lowestAxis(values: AxisValues): Axis | null {
  const assessed = axes.filter((axis) => values[axis] !== null)
  const score = (axis: Axis) => values[axis] ?? 0
  const [lowest] = assessed.toSorted((one, other) => score(one) - score(other))
  return lowest !== undefined && assessed.some((axis) => score(axis) > score(lowest)) ? lowest : null
}

const notAssessed = msg`not assessed`

/** Returns the scores as a sentence: "Truth 92, Fairness 84, … Liberty not assessed". */
export function useAxisSummary(values: AxisValues): string {
  const { _ } = useLingui()
  return axes.map((axis) => `${_(axisNames[axis])} ${values[axis] ?? _(notAssessed)}`).join(', ')
}
