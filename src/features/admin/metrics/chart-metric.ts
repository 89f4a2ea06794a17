import type { MetricsDay } from '#contract/objects/admin/metrics.ts'

/** The figure of each day that the chart shows. */
export type ChartMetric = Exclude<keyof MetricsDay, 'date'>
