import * as v from 'valibot'
import { Count, Id, Language, Timestamp, Uuid } from '../../primitives.ts'

/** An exchange that validators have reported, and that nobody gets until an admin or its author decides. */
export const ListedReportedExchange = v.object({
  id: Uuid,
  language: Language,
  /** How many validators have reported it, and when the last one did. */
  reports: Count,
  reported_at: Timestamp,
  /** Of the last report. */
  reason: v.string(),
})
export type ListedReportedExchange = v.InferOutput<typeof ListedReportedExchange>

/** With both texts as their author has edited them for validators. It does not say who the author is. */
export const ReportedExchange = v.object({
  id: Uuid,
  language: Language,
  question: v.string(),
  answer: v.string(),
  offered_at: Timestamp,
  /** How many validators have rated it. */
  ratings: Count,
  /** Newest first. */
  reports: v.array(
    v.object({
      reason: v.string(),
      reported_at: Timestamp,
      user: v.object({ id: Id, email: v.string(), first_name: v.string(), last_name: v.string() }),
    }),
  ),
})
export type ReportedExchange = v.InferOutput<typeof ReportedExchange>
