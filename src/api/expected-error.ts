import { isApiError, isNetworkError, isSignedOutError, isTimeoutError } from './errors.ts'

/** No answer from the server. */
export function isUnreachable(error: unknown): boolean {
  return isNetworkError(error) || isTimeoutError(error)
}

/**
 * What a call in the background may meet without a fault of the app, so that it is not reported. Whether to try again is
 * another question, see `isRetryable`: a refusal is expected and final.
 */
export function isExpectedError(error: unknown): boolean {
  return isUnreachable(error) || isSignedOutError(error) || isApiError(error)
}
