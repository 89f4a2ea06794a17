import * as v from 'valibot'
import { endpoint } from '../../endpoint.ts'
import { NEWSLETTER_BODY_MAX, PAGE_SIZE_MAX, PHOTO_BODY_MAX } from '../../limits.ts'
import { Delivery, DeliveryStatus, Issue, IssueInput, ListedIssue, newsletterGaps } from '../../objects/newsletter.ts'
import { CountParam, Id, IdParams, Language, Message, says, Timestamp } from '../../primitives.ts'

const pages = {
  page: v.optional(CountParam(1, 1_000_000)),
  page_size: v.optional(CountParam(1, PAGE_SIZE_MAX)),
}

export const listIssues = endpoint({
  method: 'GET',
  path: '/accounts/admin/newsletter/issues/',
  summary: 'Issues of the newsletter by page, newest first, and what sending lacks',
  access: 'admin',
  query: v.object(pages),
  responses: {
    200: v.object({
      count: v.number(),
      results: v.array(ListedIssue),
      lacks: v.array(v.picklist(newsletterGaps)),
    }),
  },
  errors: [],
})

export const createIssue = endpoint({
  method: 'POST',
  path: '/accounts/admin/newsletter/issues/',
  summary: 'Creates an empty draft',
  access: 'admin',
  responses: { 201: Issue },
  errors: [],
})

export const getIssue = endpoint({
  method: 'GET',
  path: '/accounts/admin/newsletter/issues/{id}/',
  summary: 'An issue with its texts',
  access: 'admin',
  params: IdParams,
  responses: { 200: Issue },
  errors: ['not_found'],
})

export const saveIssue = endpoint({
  method: 'PUT',
  path: '/accounts/admin/newsletter/issues/{id}/',
  summary: 'Replaces the texts of a draft, unless they changed since the given revision',
  access: 'admin',
  params: IdParams,
  body: IssueInput,
  bodyMax: NEWSLETTER_BODY_MAX,
  responses: { 200: Issue },
  errors: ['not_found', 'conflict'],
})

export const deleteIssue = endpoint({
  method: 'DELETE',
  path: '/accounts/admin/newsletter/issues/{id}/',
  summary: 'Deletes a draft with its pictures',
  access: 'admin',
  params: IdParams,
  responses: { 204: 'empty' },
  errors: ['not_found', 'conflict'],
})

export const testIssue = endpoint({
  method: 'POST',
  path: '/accounts/admin/newsletter/issues/{id}/test/',
  summary: 'Mails the stored version of a language to the caller alone',
  access: 'admin',
  params: IdParams,
  body: v.object({ language: Language }),
  responses: { 200: Message },
  errors: ['not_found', 'conflict'],
})

export const scheduleIssue = endpoint({
  method: 'POST',
  path: '/accounts/admin/newsletter/issues/{id}/schedule/',
  summary: 'Sends the given revision at a time, or now',
  access: 'admin',
  params: IdParams,
  body: v.object({
    revision: IssueInput.entries.revision,
    /** Null: now. */
    at: v.nullable(Timestamp),
  }),
  responses: { 200: Issue },
  errors: ['not_found', 'conflict'],
})

export const pauseIssue = endpoint({
  method: 'POST',
  path: '/accounts/admin/newsletter/issues/{id}/pause/',
  summary: 'Sends no more of it until it is resumed; a scheduled one becomes a draft again',
  access: 'admin',
  params: IdParams,
  responses: { 200: Issue },
  errors: ['not_found', 'conflict'],
})

export const resumeIssue = endpoint({
  method: 'POST',
  path: '/accounts/admin/newsletter/issues/{id}/resume/',
  summary: 'Sends the rest of a paused issue',
  access: 'admin',
  params: IdParams,
  responses: { 200: Issue },
  errors: ['not_found', 'conflict'],
})

export const stopIssue = endpoint({
  method: 'POST',
  path: '/accounts/admin/newsletter/issues/{id}/stop/',
  summary: 'Never sends the rest',
  access: 'admin',
  params: IdParams,
  responses: { 200: Issue },
  errors: ['not_found', 'conflict'],
})

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/accounts/admin/newsletter/issues/{id}/deliveries/',
  summary: 'The mails of an issue that have a status, by page',
  access: 'admin',
  params: IdParams,
  query: v.object({ status: DeliveryStatus, ...pages }),
  responses: { 200: v.object({ count: v.number(), results: v.array(Delivery) }) },
  errors: ['not_found'],
})

export const resendDelivery = endpoint({
  method: 'POST',
  path: '/accounts/admin/newsletter/issues/{id}/resend/',
  summary: 'Sends a mail again that was refused or is in doubt, or all that were refused',
  access: 'admin',
  params: IdParams,
  body: v.object({
    /** Null: every mail that was refused. The reader of one in doubt may get it twice. */
    delivery_id: v.nullable(Id),
  }),
  responses: { 200: Issue },
  errors: ['not_found', 'conflict'],
})

export const addIssueImage = endpoint({
  method: 'POST',
  path: '/accounts/admin/newsletter/issues/{id}/images/',
  summary: 'Stores a picture for an issue, made smaller, and returns its public address',
  access: 'admin',
  params: IdParams,
  body: v.instance(Blob),
  bodyType: 'raw',
  bodyMax: PHOTO_BODY_MAX,
  responses: { 201: v.object({ url: v.string() }) },
  errors: ['not_found', 'conflict'],
})

export const getIssueImage = endpoint({
  method: 'GET',
  path: '/newsletter/images/{name}',
  summary: 'A picture of an issue',
  access: 'public',
  params: v.object({ name: v.pipe(v.string(), v.regex(/^[\w-]{22}$/, says('invalid'))) }),
  responses: { 200: 'file' },
  errors: ['not_found'],
})

export const previewIssue = endpoint({
  method: 'GET',
  path: '/newsletter/preview/{token}',
  summary: 'The stored texts of an issue as its mail or its page, for whoever has the signed address',
  access: 'public',
  params: v.object({ token: v.pipe(v.string(), v.maxLength(200, says('too_long'))) }),
  query: v.object({ language: Language, as: v.picklist(['mail', 'text', 'page'], says('invalid')) }),
  responses: { 200: 'file' },
  errors: ['not_found'],
})
