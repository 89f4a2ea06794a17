import { appError } from '../lib/errors.ts'
import type { OpenCallLimits } from './rate-limits.ts'

/** A long-lived call: an event stream, or one that waits for an answer. */
interface OpenCall {
  /** Aborted when the call must end, because its user has opened too many; also by `close`. */
  readonly signal: AbortSignal
  /** Frees the call's place when its response has ended. Idempotent. */
  close(): void
  /** Frees the call's place while its response goes on; from then on nothing aborts the signal. */
  release(): void
}

export interface OpenCalls {
  /** Registers a call; ends the user's oldest call above `perUser`. Throws `overloaded` above `perProcess`. */
  open(userId: number): OpenCall
}

/** Retry-After, in seconds, when the process has no room for another open call. */
const FULL_SECONDS = 5

/** Counts the open calls of this process, each of which uses memory and database reads. */
export function createOpenCalls({ perUser, perProcess }: OpenCallLimits): OpenCalls {
  const byUser = new Map<number, Set<AbortController>>()
  let count = 0

  function open(userId: number): OpenCall {
    // At the user's limit the oldest call ends first, so that a user never exceeds it.
    const calls = byUser.get(userId) ?? new Set()
    const [oldest] = calls
    if (oldest !== undefined && calls.size >= perUser) remove(userId, calls, oldest)
    else if (count >= perProcess) throw appError('overloaded', { retryAfter: FULL_SECONDS })
    const call = new AbortController()
    byUser.set(userId, calls.add(call))
    count += 1
    return {
      signal: call.signal,
      close: () => remove(userId, calls, call),
      release: () => release(userId, calls, call),
    }
  }

  function remove(userId: number, calls: Set<AbortController>, call: AbortController): void {
    if (release(userId, calls, call)) call.abort()
  }

  /** False when the call had no place any more. */
  function release(userId: number, calls: Set<AbortController>, call: AbortController): boolean {
    if (!calls.delete(call)) return false
    count -= 1
    if (calls.size === 0 && byUser.get(userId) === calls) byUser.delete(userId)
    return true
  }

  return { open }
}
