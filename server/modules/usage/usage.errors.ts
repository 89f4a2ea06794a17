import { appError } from '../../lib/errors.ts'

/** Nothing is left until the period begins again; `resetsAt` ISO 8601, `now` in milliseconds since 1970. */
export const limitReached = (resetsAt: string, now: number) =>
  appError('limit_reached', { retryAfter: (Date.parse(resetsAt) - now) / 1000, resetsAt })

const RETRY_SECONDS = 5
/** What is left may be needed by answers that are being written: a moment later it is known. */
export const answersUnderWay = () =>
  appError('rate_limited', { wording: 'answers_under_way', retryAfter: RETRY_SECONDS })
