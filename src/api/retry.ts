import { isApiError, isNetworkError, isStreamSilentError, isTimeoutError, isUnexpectedResponseError } from './errors.ts'

/** What differs between the callers that retry. */
export interface RetryOptions {
  /**
   * Whether a 401 of our server is retried, which occurs only when a refreshed token is rejected too. The outbox
   * retries: its entries exist on this device only. A stream does not: the next sync loads the answer.
   */
  readonly retriesOwn401: boolean
}

/**
 * Whether the same request may succeed later: no response, a cut-off or malformed one, 408, 425, 429 and 5xx. Any other
 * status of our server is final, except 401 with `retriesOwn401`. A status of a proxy or captive portal is retried,
 * except 413: a request that is too large for a proxy stays too large.
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
