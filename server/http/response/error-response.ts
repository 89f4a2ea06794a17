import { errorMessages } from '#contract/error-messages.ts'
import { errorStatus } from '#contract/errors.ts'
import { fieldMessages } from '#contract/field-messages.ts'
import type { Language } from '#contract/primitives.ts'
import { AppError, FieldProblem } from '../../lib/errors.ts'

/** The response for a known error; any other error becomes `internal_error`, which does not reveal its cause. */
export function errorResponse(error: unknown, language: Language): Response {
  if (error instanceof FieldProblem) return Response.json(fieldBody(error, language), { status: 400 })
  const known = error instanceof AppError ? error : new AppError('internal_error')
  const { wording, retryAfter, resetsAt, headers } = known.options
  const message = errorMessages[wording ?? known.code][language]
  const body = { message, code: known.code, ...(resetsAt === undefined ? {} : { resets_at: resetsAt }) }
  const response = Response.json(body, { status: errorStatus[known.code], headers: headers ?? {} })
  if (retryAfter !== undefined) response.headers.set('Retry-After', String(Math.max(1, Math.ceil(retryAfter))))
  if (known.code === 'token_not_valid') response.headers.set('WWW-Authenticate', 'Bearer error="invalid_token"')
  return response
}

function fieldBody(problem: FieldProblem, language: Language): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(problem.fields).map(([field, keys]) => [field, keys.map((key) => fieldMessages[key][language])]),
  )
}
