import { appError } from '../../lib/errors.ts'

/** The limit of the period is used up; `resetsAt` is ISO 8601, `now` in milliseconds since 1970. */
export const limitReached = (resetsAt: string, now: number) =>
  appError('limit_reached', { retryAfter: (Date.parse(resetsAt) - now) / 1000, resetsAt })

const RETRY_SECONDS = 5
/** Running answers may need what is left; a moment later their usage is known. */
export const answersUnderWay = () =>
  appError('rate_limited', { wording: 'answers_under_way', retryAfter: RETRY_SECONDS })
