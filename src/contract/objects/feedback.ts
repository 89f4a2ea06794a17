import * as v from 'valibot'
import { REPORT_COMMENT_MAX } from '../limits.ts'
import { Count, Id, Language, says, Timestamp } from '../primitives.ts'

export const Rating = v.picklist(['helpful', 'not_helpful'], says('invalid'))
export type Rating = v.InferOutput<typeof Rating>

export const reportReasons = ['incorrect', 'harmful', 'offensive', 'privacy', 'other'] as const
export const ReportReason = v.picklist(reportReasons, says('invalid'))
export type ReportReason = v.InferOutput<typeof ReportReason>

/** What a user reports about an answer. Admins read question and answer only if `include_exchange` is true. */
export const ReportInput = v.object({
  reason: ReportReason,
  comment: v.optional(
    v.pipe(v.string(says('invalid')), v.trim(), v.maxLength(REPORT_COMMENT_MAX, says('too_long'))),
    '',
  ),
  include_exchange: v.boolean(says('invalid')),
})
export type ReportInput = v.InferOutput<typeof ReportInput>

/** What the owner of an answer thinks of it. */
export const Feedback = v.object({ rating: v.nullable(Rating), report: v.nullable(ReportInput) })
export type Feedback = v.InferOutput<typeof Feedback>

/** A field that is given is set, or with null taken back; a missing one stays as it is. */
export const FeedbackPatch = v.object({
  rating: v.optional(v.nullable(Rating)),
  report: v.optional(v.nullable(ReportInput)),
})
export type FeedbackPatch = v.InferOutput<typeof FeedbackPatch>

export const ReportState = v.picklist(['open', 'resolved'], says('invalid'))
export type ReportState = v.InferOutput<typeof ReportState>

/** A report as admins see it in the list. */
export const ListedReport = v.object({
  id: Id,
  reason: ReportReason,
  comment: v.string(),
  state: ReportState,
  reported_at: Timestamp,
  /** When an admin last answered by mail. */
  replied_at: v.nullable(Timestamp),
  user: v.object({ id: Id, email: v.string(), first_name: v.string(), last_name: v.string() }),
})
export type ListedReport = v.InferOutput<typeof ListedReport>

export const Report = v.object({
  ...ListedReport.entries,
  /** The language in which the user gets mails. */
  language: Language,
  /** Null without the user's consent. */
  exchange: v.nullable(v.object({ question: v.string(), answer: v.string(), answered_at: Timestamp })),
})
export type Report = v.InferOutput<typeof Report>

/** How many weeks the ratings are counted for, with the current one. */
export const RATINGS_WEEKS = 8

/** How the answers that one model has written in one week are rated now. */
export const WeekRatings = v.object({
  /** Its Monday, UTC. */
  week: v.pipe(v.string(), v.isoDate()),
  /** Null for answers from before models were recorded. */
  model: v.nullable(v.string()),
  helpful: Count,
  not_helpful: Count,
})
export type WeekRatings = v.InferOutput<typeof WeekRatings>

export const ReportPage = v.object({ count: Count, results: v.array(ListedReport) })
