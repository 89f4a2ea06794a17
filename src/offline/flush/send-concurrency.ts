import type { OutboxEntry } from '../database/rows.ts'
import { backoff } from './retry-policy.ts'

/** Twice a browser's connection limit over HTTP/1.1, so that no connection is idle; HTTP/2 multiplexes all of them. */
const MOST_AT_ONCE = 12

/** The pause of an outage: its begin and end in milliseconds since 1970. */
export interface Pause {
  since: number
  until: number
}

/** Above the threshold, `limit` times this many successes add one request: many, since a timeout costs 30 seconds. */
const ANSWERS_A_STEP = 4

/** A failure because the server is unavailable; times in milliseconds, `retryAfter` from a 5xx response. */
export interface Unavailable {
  timedOut: boolean
  now: number
  random: () => number
  /** The longest backoff in milliseconds. */
  longest: number
  retryAfter: number | undefined
}

/** Whether the server counts an entry with all other changes: questions and new chats have limits of their own. */
const isChange = ({ kind }: OutboxEntry): boolean => kind !== 'message.send' && kind !== 'chat.create'

/**
 * The send rate, learned from earlier requests and shared by all flushes of a page or worker. Concurrency is additive
 * increase, multiplicative decrease (AIMD): each failure halves it, successes raise it, fast below the threshold that
 * the last timeout has set and slowly above. While the server is unavailable, a circuit breaker pauses sending; after
 * repeated failures the limit is one request after each pause, however long the queue is.
 */
export function createSendPace() {
  let limit = MOST_AT_ONCE
  let threshold = MOST_AT_ONCE
  /** Number of pauses since the last response or change of the network. */
  let pauses = 0
  /** Whether no response has followed a failure yet. */
  let isOut = false
  let pause: Pause = { since: 0, until: 0 }
  /** When the server takes changes again after it has refused one as too many. */
  let changesFrom = 0
  return {
    limit: (): number => Math.floor(limit),
    /** The current pause; null while requests may be sent. */
    pause: (now: number): Pause | null => (pause.until > now ? pause : null),
    /** Records a response of the server. Returns whether it ends an outage. */
    answered(): boolean {
      const wasOut = isOut
      limit = Math.min(MOST_AT_ONCE, limit + (limit < threshold ? 1 : 1 / (ANSWERS_A_STEP * limit)))
      pauses = 0
      isOut = false
      pause = { since: 0, until: 0 }
      return wasOut
    },
    unavailable({ timedOut, now, random, longest, retryAfter }: Unavailable): void {
      isOut = true
      limit = Math.max(1, limit / 2)
      if (timedOut) threshold = limit
      const until = now + (retryAfter ?? backoff(pauses, random, longest))
      // A failure during the pause, such as of a request already in progress, extends it only by `Retry-After`.
      if (pause.until > now) {
        if (retryAfter !== undefined) pause.until = Math.max(pause.until, until)
        return
      }
      pauses += 1
      pause = { since: now, until }
    },
    /** Records that the server has refused an entry until then because there were too many. */
    limited(entry: OutboxEntry, until: number): void {
      if (isChange(entry)) changesFrom = until
    },
    /** Until when an entry is not sent because another one of its limit was refused; milliseconds since 1970. */
    heldUntil: (entry: OutboxEntry): number => (isChange(entry) ? changesFrom : 0),
    /** The server is probably reachable again: the pause ends and the next request is sent now. */
    resume(): void {
      pause = { since: 0, until: 0 }
    },
    /**
     * The network has changed, or the page is back: sending resumes with a new backoff. The first requests often fail,
     * since the browser announces a network before it can be used, and earlier failures say nothing about this one.
     */
    restart(): void {
      pauses = 0
      pause = { since: 0, until: 0 }
    },
  }
}

export type SendPace = ReturnType<typeof createSendPace>
