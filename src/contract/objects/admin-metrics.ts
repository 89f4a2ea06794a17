import * as v from 'valibot'
import { Count } from '../primitives.ts'

export const METRICS_DAYS = 30
/** `new_people` and `answers` are of the last seven days, today's included; trials end within the next seven. */
export const METRICS_WEEK_DAYS = 7

/** A day in UTC, `2026-11-21`. */
export const MetricsDay = v.object({
  date: v.pipe(v.string(), v.isoDate()),
  /** Subscriptions that were active when the day ended; today: now. */
  active: Count,
  new_people: Count,
  answers: Count,
})
export type MetricsDay = v.InferOutput<typeof MetricsDay>

/** An admin's morning. */
export const Metrics = v.object({
  active_subscriptions: Count,
  trials_ending: Count,
  new_people: Count,
  answers: Count,
  /** Oldest first; the last one is today. */
  days: v.pipe(v.array(MetricsDay), v.length(METRICS_DAYS)),
})
export type Metrics = v.InferOutput<typeof Metrics>
