import { isApiError } from '#api/errors.ts'

/** What the second step of a sign-in needs; undefined for a failure that asks for none. */
export function secondStepOf(error: unknown): { challenge: string; methods: readonly string[] } | undefined {
  if (!isApiError(error) || error.code !== 'second_factor_required' || error.challenge === undefined) return undefined
  return { challenge: error.challenge, methods: error.methods }
}
