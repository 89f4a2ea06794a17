import type { Generated } from 'kysely'
import type { Rating, ReportReason, ReportState } from '#contract/objects/feedback.ts'
import type { Fixed, Flag, Time } from './columns.ts'

/** What a user thinks of an answer. A report has `reason` and `reported_at`, and `state` is about it. */
export interface MessageFeedbackTable {
  /** The number of the report for admins. */
  id: Generated<number>
  user_id: Fixed<number>
  message_id: Fixed<string>
  rating: Rating | null
  reason: ReportReason | null
  comment: string
  /** Consent: whether admins may read the answer and its question. */
  include_exchange: Flag
  state: ReportState
  reported_at: Time | null
  replied_at: Time | null
  updated_at: Time
}
