import type { ErrorCode, ErrorWording } from '#contract/errors.ts'
import type { FieldRefusal } from '#contract/field-refusals.ts'
import type { ProofMethod } from '#contract/objects/second-factor.ts'

export interface AppErrorOptions extends ErrorOptions {
  /** Replaces the code's default text with a more specific one. */
  wording?: ErrorWording
  /** Whole seconds. */
  retryAfter?: number
  /** ISO 8601, for `limit_reached`. */
  resetsAt?: string
  headers?: Record<string, string>
  /** For `second_factor_required`. */
  challenge?: string
  /** For `second_factor_required` and `confirmation_required`. */
  methods?: readonly ProofMethod[]
}

/**
 * A failure with a code that determines the status and the text (`#contract/errors.ts`). Thrown by use cases and
 * repositories; the HTTP layer converts it to a response, without its stack and cause.
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly options: AppErrorOptions

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(code, options)
    this.code = code
    this.options = options
  }
}

/** Field errors of an input; the HTTP layer sends them as a 400 `{field: [message, …]}`. */
export class FieldProblem extends Error {
  override readonly name = 'FieldProblem'
  readonly fields: Readonly<Record<string, readonly FieldRefusal[]>>

  constructor(fields: Readonly<Record<string, readonly FieldRefusal[]>>) {
    super(Object.keys(fields).join(', '))
    this.fields = fields
  }
}

export function appError(code: ErrorCode, options?: AppErrorOptions): AppError {
  return new AppError(code, options)
}

export function fieldError(field: string, message: FieldRefusal): FieldProblem {
  return new FieldProblem({ [field]: [message] })
}
