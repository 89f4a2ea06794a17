import { isApiError, isNetworkError, isStreamSilentError, isTimeoutError, isUnexpectedResponseError } from './errors.ts'

/** What differs between those who try again. */
export interface RetryOptions {
  /**
   * Whether our server's 401, which comes only when a refreshed token was refused too, is tried again. The queue does:
   * what waits there exists on this device only. A stream does not: the server has the answer, and the next sync brings it.
   */
  readonly retriesOwn401: boolean
}

/**
 * Whether the same request may succeed later: no answer or a broken one, 408, 425, 429 and 5xx. Any other status of our
 * server is final. One that is not of its making (a proxy, a captive portal) proves nothing and is tried again, save
 * 413: what is too large on the way stays too large.
 */
export function isRetryable(error: unknown, { retriesOwn401 }: RetryOptions): boolean {
  if (isApiError(error)) {
    const { status, recognised } = error
    if (status === 408 || status === 425 || status === 429 || status >= 500) return true
    if (recognised) return status === 401 && retriesOwn401
    return status !== 413
  }
  return [isNetworkError, isTimeoutError, isStreamSilentError, isUnexpectedResponseError].some((is) => is(error))
}
