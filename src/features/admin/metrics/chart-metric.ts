import type { FigureDay } from '#contract/objects/admin-metrics.ts'

/** Which of a day's figures is drawn. */
export type Charted = Exclude<keyof FigureDay, 'date'>
