import type { FigureDay } from '#contract/objects/figures.ts'

/** Which of a day's figures is drawn. */
export type Charted = Exclude<keyof FigureDay, 'date'>
