import { isApiError, isNetworkError, isSignedOutError, isTimeoutError } from './errors.ts'

/** Whether no response of the server arrived. */
export function isUnreachable(error: unknown): boolean {
  return isNetworkError(error) || isTimeoutError(error)
}

/**
 * Whether an error of a background request is no bug of the app, so that it is not reported. This says nothing about
 * retries, see `isRetryable`: a refusal is expected and final.
 */
export function isExpectedError(error: unknown): boolean {
  return isUnreachable(error) || isSignedOutError(error) || isApiError(error)
}
