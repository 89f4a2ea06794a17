import { appError } from '../lib/errors.ts'
import type { OpenCallLimits } from './rate-limits.ts'

/** A call that stays open: an event stream, or one that waits for an answer. */
export interface OpenCall {
  /** Aborted when it must end, because its user has opened more than they may. */
  readonly signal: AbortSignal
  /** The call has been answered to its end; a repeat changes nothing. */
  close(): void
}

export interface OpenCalls {
  /** Counts one more; ends the oldest of a user who has too many. Throws `overloaded` when the process has too many. */
  open(userId: number): OpenCall
}

/** When to come again if a process has no room for another open call. */
const FULL_SECONDS = 5

/** Counts the calls that stay open in this process, each of which costs memory and reads for as long as it lasts. */
export function createOpenCalls({ perUser, perProcess }: OpenCallLimits): OpenCalls {
  const byUser = new Map<number, Set<AbortController>>()
  let count = 0

  function open(userId: number): OpenCall {
    // A user who is at their own limit gives one up, so that they never need more room than they have.
    const calls = byUser.get(userId) ?? new Set()
    const [oldest] = calls
    if (oldest !== undefined && calls.size >= perUser) remove(userId, calls, oldest)
    else if (count >= perProcess) throw appError('overloaded', { retryAfter: FULL_SECONDS })
    const call = new AbortController()
    byUser.set(userId, calls.add(call))
    count += 1
    return { signal: call.signal, close: () => remove(userId, calls, call) }
  }

  function remove(userId: number, calls: Set<AbortController>, call: AbortController): void {
    if (!calls.delete(call)) return
    count -= 1
    if (calls.size === 0 && byUser.get(userId) === calls) byUser.delete(userId)
    call.abort()
  }

  return { open }
}
