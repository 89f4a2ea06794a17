import { AppError, FieldProblem } from '../../lib/errors.ts'

/**
 * What to say of a call that failed. When its caller was deleted while it ran it failed in some way of
 * its own (a row that is gone, a foreign key), and the truth is that their sign-in is over.
 */
export async function signedOutMeanwhile(error: unknown, authenticate: () => Promise<unknown>): Promise<unknown> {
  if (error instanceof AppError || error instanceof FieldProblem) return error
  return authenticate().then(
    () => error,
    (refusal: unknown) => (refusal instanceof AppError ? refusal : error),
  )
}
