import { isApiError } from '#api/errors.ts'

/** The challenge of a sign-in that needs a second step; undefined for any other failure. */
export const challengeOf = (error: unknown): string | undefined =>
  isApiError(error) && error.code === 'second_factor_required' ? error.challenge : undefined
