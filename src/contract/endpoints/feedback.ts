import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { PAGE_SIZE_MAX, REPORT_REPLY_MAX } from '../limits.ts'
import { Message } from '../objects/chat.ts'
import { FeedbackPatch, Report, ReportPage, ReportState, WeekRatings } from '../objects/feedback.ts'
import { CountParam, IdParams, says, Timestamp, UuidParams } from '../primitives.ts'

export const giveFeedback = endpoint({
  method: 'PATCH',
  path: '/companion/messages/{id}/feedback/',
  summary: 'Rates or reports an answer, or takes that back; a repeat changes nothing',
  access: 'user',
  params: UuidParams,
  body: FeedbackPatch,
  responses: { 200: Message },
  errors: ['not_found'],
})

export const listReports = endpoint({
  method: 'GET',
  path: '/accounts/admin/reports/',
  summary: 'Reports about answers, newest first',
  access: 'admin',
  query: v.object({
    state: v.optional(ReportState),
    page: v.optional(CountParam(1, 1_000_000)),
    page_size: v.optional(CountParam(1, PAGE_SIZE_MAX)),
  }),
  responses: { 200: ReportPage },
  errors: [],
})

export const countRatings = endpoint({
  method: 'GET',
  path: '/accounts/admin/ratings/',
  summary: 'How many answers of the last weeks were rated helpful or not, by week and model, newest week first',
  access: 'admin',
  responses: { 200: v.array(WeekRatings) },
  errors: [],
})

export const getReport = endpoint({
  method: 'GET',
  path: '/accounts/admin/reports/{id}/',
  summary: 'One report, with question and answer only if the user has consented',
  access: 'admin',
  params: IdParams,
  responses: { 200: Report },
  errors: ['not_found'],
})

/** `reported_at` of the report as the admin saw it: a change by its user is a conflict. Older clients do not send it. */
const seen = { reported_at: v.optional(Timestamp) }

export const updateReport = endpoint({
  method: 'PATCH',
  path: '/accounts/admin/reports/{id}/',
  summary: 'Resolves a report or opens it again',
  access: 'admin',
  params: IdParams,
  body: v.object({ ...seen, state: ReportState }),
  responses: { 200: Report },
  errors: ['not_found', 'conflict'],
})

const ReplyText = v.pipe(
  v.string(says('required')),
  v.trim(),
  v.nonEmpty(says('required')),
  v.maxLength(REPORT_REPLY_MAX, says('too_long')),
)
export const ReplyInput = v.object({
  ...seen,
  text: ReplyText,
  /** `replied_at` of the report as the admin saw it: a repeat, or an answer beside another one, is refused. */
  replied_at: v.nullable(Timestamp),
})

export const replyToReport = endpoint({
  method: 'POST',
  path: '/accounts/admin/reports/{id}/reply/',
  summary: 'Answers a report by mail; a conflict where no mail server is configured',
  access: 'admin',
  params: IdParams,
  body: ReplyInput,
  responses: { 200: Report },
  errors: ['not_found', 'conflict'],
})
