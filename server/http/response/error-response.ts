import { errorWordings } from '#contract/error-wordings.ts'
import { errorStatus } from '#contract/errors.ts'
import { fieldRefusals } from '#contract/field-refusals.ts'
import type { Language } from '#contract/primitives.ts'
import { AppError, FieldProblem } from '../../lib/errors.ts'
import { recordResponse } from './record-response.ts'

const json = { 'Content-Type': 'application/json' }

/** The response for a known error; any other error becomes `internal_error`, which does not reveal its cause. */
export function errorResponse(error: unknown, language: Language): Response {
  if (error instanceof FieldProblem) return recordResponse(JSON.stringify(fieldBody(error, language)), 400, json)
  const known = error instanceof AppError ? error : new AppError('internal_error')
  const { wording, retryAfter, resetsAt, headers, challenge, methods } = known.options
  const message = errorWordings[wording ?? known.code][language]
  // JSON leaves out what is undefined.
  const body = { message, code: known.code, resets_at: resetsAt, challenge, methods }
  return recordResponse(JSON.stringify(body), errorStatus[known.code], {
    ...json,
    ...headers,
    ...(retryAfter === undefined ? undefined : { 'Retry-After': String(Math.max(1, Math.ceil(retryAfter))) }),
    ...(known.code === 'token_not_valid' ? { 'WWW-Authenticate': 'Bearer error="invalid_token"' } : undefined),
  })
}

function fieldBody(problem: FieldProblem, language: Language): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(problem.fields).map(([field, keys]) => [field, keys.map((key) => fieldRefusals[key][language])]),
  )
}
