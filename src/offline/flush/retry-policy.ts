import { type ApiError, isApiError, isNetworkError, isSignedOutError, isTimeoutError } from '#api/errors.ts'
import { isRetryable } from '#api/retry.ts'
import type { OutboxEntry } from '../database/rows.ts'
import { LONGEST_WAIT_MS } from './flush-plan.ts'

const FIRST_WAIT_MS = 1_000
const LAST_WAIT_MS = 5 * 60 * 1000
/** Together with the request's time, a recovered server is noticed within ten seconds. */
export const OUTAGE_WAIT_MS = 8_000
/** The jitter added to `Retry-After`, as a share of it, so that not all clients return at the same time. */
const RETRY_AFTER_JITTER = 0.1
/**
 * How often an entry held for a subscription, the end of a suspension or a new period is retried, unless an event
 * triggers it earlier.
 */
const HELD_WAIT_MS = 15 * 60 * 1000

type Reason = NonNullable<OutboxEntry['error']>

/** What to do with an entry whose sending has thrown. */
export type Verdict =
  | { action: 'wait'; attempts: number; nextAttemptAt: number; error: Reason }
  | { action: 'fail'; error: Reason }
  /** The entry is not at fault: it waits again, without an error, and this flush ends. */
  | { action: 'stop' }

/**
 * Retryable errors and errors in the client's code are retried without limit: only a final response of the server makes
 * an entry fail. `Retry-After` replaces the backoff. `random` from 0 to 1; `longestOutageWait` in milliseconds.
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
    if (error.code === 'subscription_required' || error.code === 'suspended') return wait(HELD_WAIT_MS)
    if (error.code === 'limit_reached') return wait(Math.min(HELD_WAIT_MS, untilReset(error, now)))
    // The server has deleted an upload that was long ago: the next try uploads the file again.
    if (error.code === 'files_missing') return wait(backoff(entry.attempts, random))
    if (!isRetryable(error, { retriesOwn401: true })) return { action: 'fail', error: reason }
  }
  const longest = isUnavailable(error) ? longestOutageWait : LAST_WAIT_MS
  return wait(retryAfter(error, random) ?? backoff(entry.attempts, random, longest))
}

/** Whether the server has answered with a valid refusal, so it is available. */
export const isAnswered = (error: unknown): boolean => isApiError(error) && error.recognised && error.status < 500

/**
 * Whether the server is unavailable: no response, any 5xx of a gateway, or 502 to 504. A 4xx of a proxy or firewall is
 * no outage: if it refuses one text, the other entries must still be sent.
 */
export function isUnavailable(error: unknown): boolean {
  if (isNetworkError(error) || isTimeoutError(error)) return true
  if (!isApiError(error) || error.status < 500) return false
  return !error.recognised || [502, 503, 504].includes(error.status)
}

/** Whether an entry waits only for the server to recover, so that any success should trigger a retry. */
export function waitsForServer({ state, error, nextAttemptAt }: OutboxEntry): boolean {
  if (state !== 'waiting' || error === null || error.status === 429 || nextAttemptAt === 0) return false
  return ['network', 'unexpected', 'unknown'].includes(error.code) || error.status >= 500
}

/** `Retry-After` with jitter, in milliseconds, from one second to one hour; undefined when the server sent none. */
export function retryAfter(error: unknown, random: () => number): number | undefined {
  if (!isApiError(error) || error.retryAfterMs === undefined) return undefined
  const retryAfterMs = Math.max(FIRST_WAIT_MS, error.retryAfterMs) * (1 + RETRY_AFTER_JITTER * random())
  return Math.min(retryAfterMs, LONGEST_WAIT_MS)
}

/** Exponential backoff with jitter: 1 s, doubling up to `longest` milliseconds; the upper half is random. */
export function backoff(attempts: number, random: () => number, longest: number = LAST_WAIT_MS): number {
  const ceiling = Math.min(longest, FIRST_WAIT_MS * 2 ** Math.min(attempts, 20))
  return ceiling / 2 + (ceiling / 2) * random()
}

function untilReset({ resetsAt, retryAfterMs }: ApiError, now: number): number {
  const at = resetsAt === undefined ? Number.NaN : Date.parse(resetsAt)
  return Math.max(FIRST_WAIT_MS, Number.isNaN(at) ? (retryAfterMs ?? HELD_WAIT_MS) : at - now)
}

function toReason(error: unknown): Reason {
  if (isApiError(error)) {
    const { status, message, resetsAt } = error
    // The message of a field is more specific than that of the whole request.
    const code = error.fields && message ? 'field' : error.code
    return { code, status, message, ...(resetsAt === undefined ? {} : { resets_at: resetsAt }) }
  }
  const code = isNetworkError(error) || isTimeoutError(error) ? 'network' : 'unexpected'
  return { code, status: 0, message: error instanceof Error ? error.message : String(error) }
}
