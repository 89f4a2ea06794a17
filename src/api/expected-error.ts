import { isApiError, isNetworkError, isSignedOutError, isTimeoutError } from './errors.ts'

/** No answer from the server. */
export function isUnreachable(error: unknown): boolean {
  return isNetworkError(error) || isTimeoutError(error)
}

/** What a call in the background may meet without anything being wrong with the app. */
export function isPassing(error: unknown): boolean {
  return isUnreachable(error) || isSignedOutError(error) || isApiError(error)
}
