import { axes, type Scores } from '#contract/objects/scores.ts'

/** Whether anything at all was assessed. */
export const hasAnyScore = (scores: Scores): boolean => axes.some((axis) => scores[axis] !== null)
