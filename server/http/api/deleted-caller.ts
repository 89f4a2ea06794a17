import { AppError, FieldProblem } from '../../lib/errors.ts'

/**
 * The error to send for a failed call. When the caller's account was deleted during the call, an unexpected error (a
 * missing row, a foreign key violation) is replaced by the error of `authenticate`.
 */
export async function signedOutMeanwhile(error: unknown, authenticate: () => Promise<unknown>): Promise<unknown> {
  if (error instanceof AppError || error instanceof FieldProblem) return error
  return authenticate().then(
    () => error,
    (refusal: unknown) => (refusal instanceof AppError ? refusal : error),
  )
}
