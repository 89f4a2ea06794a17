import type { MetricsDay } from '#contract/objects/admin-metrics.ts'

/** Which of a day's figures is drawn. */
export type Charted = Exclude<keyof MetricsDay, 'date'>
