import { type ApiError, isApiError, isNetworkError, isSignedOutError, isTimeoutError } from '#api/errors.ts'
import { LONGEST_WAIT_MS } from './flush-plan.ts'
import type { OutboxEntry } from './rows.ts'

const FIRST_WAIT_MS = 1_000
const LAST_WAIT_MS = 5 * 60 * 1000
/** How often to ask whether a subscription or a new period has begun, unless something says so sooner. */
const HOLD_MS = 15 * 60 * 1000

type Reason = NonNullable<OutboxEntry['error']>

/** What to do with an entry whose sending threw. */
export type Verdict =
  | { action: 'wait'; attempts: number; nextAttemptAt: number; error: Reason }
  | { action: 'fail'; error: Reason }
  /** Not the entry's fault: as it was, and no more sending in this run. */
  | { action: 'stop' }

/** The rules of architecture.md, "The road of a message", 2. `random` from 0 to 1. */
export function judge(error: unknown, entry: OutboxEntry, now: number, random: () => number): Verdict {
  if (isSignedOutError(error)) return { action: 'stop' }
  const reason = toReason(error)
  const wait = (ms: number): Verdict => ({
    action: 'wait',
    attempts: entry.attempts + 1,
    nextAttemptAt: now + Math.min(ms, LONGEST_WAIT_MS),
    error: reason,
  })
  if (!isApiError(error)) return wait(backoff(entry.attempts, random))
  if (error.code === 'subscription_required') return wait(HOLD_MS)
  if (error.code === 'limit_reached') return wait(Math.min(HOLD_MS, untilReset(error, now)))
  if (mayPass(error)) return wait(Math.max(backoff(entry.attempts, random), error.retryAfterMs ?? 0))
  return { action: 'fail', error: reason }
}

/** 1 s, doubling up to 5 min, of which the upper half is left to chance. */
export function backoff(attempts: number, random: () => number): number {
  const ceiling = Math.min(LAST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempts, 20))
  return ceiling / 2 + (ceiling / 2) * random()
}

/** A 4xx that is not of our server's making (a proxy, a captive portal) proves nothing, save that it is too large. */
function mayPass({ status, recognised }: ApiError): boolean {
  if (status === 401 || status === 408 || status === 425 || status === 429 || status >= 500) return true
  return !recognised && status !== 413
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
