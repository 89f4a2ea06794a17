import { errorMessages } from '#contract/error-messages.ts'
import { type ErrorCode, type ErrorWording, errorStatus } from '#contract/errors.ts'
import { type FieldMessage, fieldMessages } from '#contract/field-messages.ts'

export interface HttpErrorOptions extends ErrorOptions {
  /** Another text than the code's own, where that would say too little. */
  wording?: ErrorWording
  /** Whole seconds. */
  retryAfter?: number
  /** ISO 8601, for `limit_reached`. */
  resetsAt?: string
  headers?: Record<string, string>
}

/** An answer `{message, code}`; thrown by services, written by the HTTP layer. Its stack is never sent. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly code: ErrorCode
  readonly options: HttpErrorOptions

  constructor(code: ErrorCode, options: HttpErrorOptions = {}) {
    super(code, options)
    this.code = code
    this.options = options
  }
}

/** An answer 400 `{field: [message, …]}` and nothing else. */
export class FieldProblem extends Error {
  override readonly name = 'FieldProblem'
  readonly fields: Readonly<Record<string, readonly FieldMessage[]>>

  constructor(fields: Readonly<Record<string, readonly FieldMessage[]>>) {
    super(Object.keys(fields).join(', '))
    this.fields = fields
  }
}

export function httpError(code: ErrorCode, options?: HttpErrorOptions): HttpError {
  return new HttpError(code, options)
}

export function fieldError(field: string, message: FieldMessage): FieldProblem {
  return new FieldProblem({ [field]: [message] })
}

type Language = 'en' | 'es'

/** Writes a known error; anything else becomes `internal_error`, which says nothing of its cause. */
export function errorResponse(error: unknown, language: Language): Response {
  if (error instanceof FieldProblem) return Response.json(fieldBody(error, language), { status: 400 })
  const known = error instanceof HttpError ? error : new HttpError('internal_error')
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
