import type { GenerationFailure } from '#contract/errors.ts'

/** Maps the HTTP status of the model server to the failure that the user sees. */
export function failureOfStatus(status: number | undefined): GenerationFailure {
  if (status === undefined) return 'assistant_unreachable'
  if (status === 429 || status === 503) return 'assistant_busy'
  if (status >= 500 || status === 408) return 'assistant_unreachable'
  return status >= 400 ? 'assistant_refused' : 'assistant_broken'
}
