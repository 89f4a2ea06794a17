import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Email, Message, says, Timestamp } from '../primitives.ts'

/** The token of a link that was mailed to the new or to the old address. */
const MailedToken = v.object({
  token: v.pipe(v.string(says('token_invalid')), v.nonEmpty(says('token_invalid')), v.maxLength(4096)),
})

export const requestEmailChange = endpoint({
  method: 'POST',
  path: '/accounts/email-change/',
  summary: 'Mails a link to a new address; the address changes when the link is used. Replaces an earlier request',
  access: 'user',
  whileSuspended: true,
  confirm: 'always',
  body: v.object({ email: Email }),
  responses: { 200: Message },
  errors: [],
})

export const getEmailChange = endpoint({
  method: 'GET',
  path: '/accounts/email-change/',
  summary: 'The requested change of address that waits for its link',
  access: 'user',
  responses: { 200: v.object({ pending: v.nullable(v.object({ email: v.string(), expires_at: Timestamp })) }) },
  errors: [],
})

export const cancelEmailChange = endpoint({
  method: 'DELETE',
  path: '/accounts/email-change/',
  summary: 'Takes the request back; its link is no longer valid',
  access: 'user',
  responses: { 204: 'empty' },
  errors: [],
})

export const previewEmailChange = endpoint({
  method: 'POST',
  path: '/accounts/email-change/preview/',
  summary: 'What a mailed token does, and to which address it was mailed; changes nothing',
  access: 'public',
  body: MailedToken,
  responses: {
    200: v.object({ action: v.picklist(['confirm', 'undo']), email: v.string(), is_done: v.boolean() }),
  },
  errors: [],
})

export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/accounts/email-change/confirm/',
  summary: 'Changes the address by the token that was mailed to the new one',
  access: 'public',
  body: MailedToken,
  responses: { 200: Message },
  errors: ['conflict'],
})

export const undoEmailChange = endpoint({
  method: 'POST',
  path: '/accounts/email-change/undo/',
  summary: 'Restores the old address by the token that was mailed to it; ends all sessions and the password',
  access: 'public',
  body: MailedToken,
  responses: { 200: Message },
  errors: ['conflict'],
})
