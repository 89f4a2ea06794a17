import * as v from 'valibot'
import { CLIENT_ERRORS_PATH, endpoint } from '../endpoint.ts'
import { ClientErrorCount, ClientErrorInput } from '../objects/client-error.ts'

export const reportClientError = endpoint({
  method: 'POST',
  path: CLIENT_ERRORS_PATH,
  summary: 'Counts an error that a browser noticed; carries no text and no user',
  access: 'public',
  body: ClientErrorInput,
  responses: { 204: 'empty' },
  errors: ['not_found'],
})

export const reportCspViolation = endpoint({
  method: 'POST',
  path: '/client-errors/csp/',
  summary: 'Counts violations of the Content-Security-Policy, in the form in which browsers report them',
  access: 'public',
  bodyType: 'raw',
  responses: { 204: 'empty' },
  errors: ['not_found', 'payload_too_large'],
})

export const listClientErrors = endpoint({
  method: 'GET',
  path: '/accounts/admin/client-errors/',
  summary: 'Errors that browsers reported in the last seven days, counted, the most frequent first',
  access: 'admin',
  responses: { 200: v.object({ enabled: v.boolean(), results: v.array(ClientErrorCount) }) },
  errors: [],
})
