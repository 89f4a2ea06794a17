import type { ErrorCode, ErrorWording } from '#contract/errors.ts'
import type { FieldMessage } from '#contract/field-messages.ts'

export interface AppErrorOptions extends ErrorOptions {
  /** Another text than the code's own, where that would say too little. */
  wording?: ErrorWording
  /** Whole seconds. */
  retryAfter?: number
  /** ISO 8601, for `limit_reached`. */
  resetsAt?: string
  headers?: Record<string, string>
}

/**
 * A failure that the caller is told of: its code fixes the status and the text (`#contract/errors.ts`). Thrown by use
 * cases and repositories; the HTTP layer makes the response of it. Its stack and its cause are never sent.
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

/** Input that is refused field by field; the HTTP layer makes it a 400 `{field: [message, …]}`. */
export class FieldProblem extends Error {
  override readonly name = 'FieldProblem'
  readonly fields: Readonly<Record<string, readonly FieldMessage[]>>

  constructor(fields: Readonly<Record<string, readonly FieldMessage[]>>) {
    super(Object.keys(fields).join(', '))
    this.fields = fields
  }
}

export function appError(code: ErrorCode, options?: AppErrorOptions): AppError {
  return new AppError(code, options)
}

export function fieldError(field: string, message: FieldMessage): FieldProblem {
  return new FieldProblem({ [field]: [message] })
}
