import { axes, type Scores } from '#contract/objects/scores.ts'

/** Returns whether at least one axis was scored. */
export const hasAnyScore = (scores: Scores): boolean => axes.some((axis) => scores[axis] !== null)
