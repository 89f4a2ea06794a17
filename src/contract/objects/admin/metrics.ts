import * as v from 'valibot'
import { Count } from '../../primitives.ts'

export const METRICS_DAYS = 30
/** `new_people` and `answers` count the last seven days with today; `trials_ending` looks seven days ahead. */
export const METRICS_WEEK_DAYS = 7

/** A day in UTC, `2026-11-21`. */
export const MetricsDay = v.object({
  date: v.pipe(v.string(), v.isoDate()),
  /** Active subscriptions at the end of the day; for today: now. */
  active: Count,
  new_people: Count,
  answers: Count,
})
export type MetricsDay = v.InferOutput<typeof MetricsDay>

/** The figures of the admin's overview page. */
export const Metrics = v.object({
  active_subscriptions: Count,
  trials_ending: Count,
  new_people: Count,
  answers: Count,
  /** Oldest first; the last one is today. */
  days: v.pipe(v.array(MetricsDay), v.length(METRICS_DAYS)),
})
export type Metrics = v.InferOutput<typeof Metrics>
