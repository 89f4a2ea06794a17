import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { IdParam, Language } from '../primitives.ts'

const UnsubscribeQuery = v.object({
  token: v.optional(v.pipe(v.string(), v.maxLength(4096)), ''),
  /** The issue of the newsletter whose link was opened. */
  issue: v.optional(IdParam),
  /** Of the mail; without it the page is in the language of the request. */
  lang: v.optional(Language),
})

export const unsubscribePage = endpoint({
  method: 'GET',
  path: '/accounts/unsubscribe/',
  summary: 'A page that asks whether to end the newsletter; changes nothing, because programs open links too',
  access: 'public',
  query: UnsubscribeQuery,
  responses: { 200: 'file' },
  errors: [],
})

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/accounts/unsubscribe/',
  summary: 'Ends the newsletter of whom the token names (RFC 8058); any body is taken and none is read',
  access: 'public',
  query: UnsubscribeQuery,
  responses: { 200: 'file' },
  errors: [],
})
