import { type ApiError, isApiError, isNetworkError, isSignedOutError, isTimeoutError } from '#api/errors.ts'
import { isRetryable } from '#api/retry.ts'
import type { OutboxEntry } from '../database/rows.ts'
import { LONGEST_WAIT_MS } from './flush-plan.ts'

const FIRST_WAIT_MS = 1_000
const LAST_WAIT_MS = 5 * 60 * 1000
/** With the time of a request, a server that comes back is noticed within ten seconds. */
export const OUTAGE_WAIT_MS = 8_000
/** Of a wait that the server asked for, at most this share is added by chance: not all clients come back at once. */
const RETRY_AFTER_JITTER = 0.1
/** How often to ask whether a subscription or a new period has begun, unless something says so sooner. */
const HOLD_MS = 15 * 60 * 1000

type Reason = NonNullable<OutboxEntry['error']>

/** What to do with an entry whose sending threw. */
export type Verdict =
  | { action: 'wait'; attempts: number; nextAttemptAt: number; error: Reason }
  | { action: 'fail'; error: Reason }
  /** Not the entry's fault: as it was, and no more sending in this run. */
  | { action: 'stop' }

/**
 * What is retryable is tried again, for ever, and so is an error of our own code: an entry fails only by a final answer.
 * `Retry-After` stands in place of the backoff. `random` from 0 to 1; `longestOutageWait` in milliseconds.
 */
export function judge(
  error: unknown,
  entry: OutboxEntry,
  now: number,
  random: () => number,
  longestOutageWait: number = OUTAGE_WAIT_MS,
): Verdict {
  if (isSignedOutError(error)) return { action: 'stop' }
  const reason = toReason(error)
  const wait = (ms: number): Verdict => ({
    action: 'wait',
    attempts: entry.attempts + 1,
    nextAttemptAt: now + Math.min(ms, LONGEST_WAIT_MS),
    error: reason,
  })
  if (isApiError(error)) {
    if (error.code === 'subscription_required') return wait(HOLD_MS)
    if (error.code === 'limit_reached') return wait(Math.min(HOLD_MS, untilReset(error, now)))
    if (!isRetryable(error, { retriesOwn401: true })) return { action: 'fail', error: reason }
  }
  const longest = isUnavailable(error) ? longestOutageWait : LAST_WAIT_MS
  return wait(retryAfter(error, random) ?? backoff(entry.attempts, random, longest))
}

/** Whether our server has refused in good order: it is there, and well. */
export const isAnswered = (error: unknown): boolean => isApiError(error) && error.recognised && error.status < 500

/**
 * Whether there is no server to speak to: no answer, a gateway's 5xx, or that it can do nothing now. A 4xx that is not of
 * our server's making is no outage: a firewall that refuses one text would hold back all others for ever.
 */
export function isUnavailable(error: unknown): boolean {
  if (isNetworkError(error) || isTimeoutError(error)) return true
  if (!isApiError(error) || error.status < 500) return false
  return !error.recognised || [502, 503, 504].includes(error.status)
}

/** Whether an entry waits only for the server to be well again, so that any success is reason to try it at once. */
export function waitsForServer({ state, error, nextAttemptAt }: OutboxEntry): boolean {
  if (state !== 'waiting' || error === null || error.status === 429 || nextAttemptAt === 0) return false
  return ['network', 'unexpected', 'unknown'].includes(error.code) || error.status >= 500
}

/** What the server asks for, in milliseconds: a second at least, an hour at most; undefined when it does not say. */
export function retryAfter(error: unknown, random: () => number): number | undefined {
  if (!isApiError(error) || error.retryAfterMs === undefined) return undefined
  const asked = Math.max(FIRST_WAIT_MS, error.retryAfterMs) * (1 + RETRY_AFTER_JITTER * random())
  return Math.min(asked, LONGEST_WAIT_MS)
}

/** 1 s, doubling up to `longest` milliseconds, of which the upper half is left to chance. */
export function backoff(attempts: number, random: () => number, longest: number = LAST_WAIT_MS): number {
  const ceiling = Math.min(longest, FIRST_WAIT_MS * 2 ** Math.min(attempts, 20))
  return ceiling / 2 + (ceiling / 2) * random()
}

function untilReset({ resetsAt, retryAfterMs }: ApiError, now: number): number {
  const at = resetsAt === undefined ? Number.NaN : Date.parse(resetsAt)
  return Math.max(FIRST_WAIT_MS, Number.isNaN(at) ? (retryAfterMs ?? HOLD_MS) : at - now)
}

function toReason(error: unknown): Reason {
  if (isApiError(error)) {
    const { status, message, resetsAt } = error
    // What is wrong with a field says more than that the request was wrong.
    const code = error.fields && message ? 'field' : error.code
    return { code, status, message, ...(resetsAt === undefined ? {} : { resets_at: resetsAt }) }
  }
  const code = isNetworkError(error) || isTimeoutError(error) ? 'network' : 'unexpected'
  return { code, status: 0, message: error instanceof Error ? error.message : String(error) }
}
