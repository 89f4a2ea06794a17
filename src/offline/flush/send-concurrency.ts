import { backoff } from './retry-policy.ts'

/** Twice what a browser opens over HTTP/1.1, so that none is idle between two messages of a chat; HTTP/2 takes them all. */
const MOST_AT_ONCE = 12

/** Why nothing is sent: since when, and until when, in milliseconds since 1970. */
export interface Pause {
  since: number
  until: number
}

/** Answers at the same number of requests until there may be one more, where there was a timeout: it costs half a minute. */
const ANSWERS_A_STEP = 4

/** One failure to get an answer; times in milliseconds, `retryAfter` as the server asked for it. */
export interface Unavailable {
  timedOut: boolean
  now: number
  random: () => number
  /** The longest backoff. */
  longest: number
  retryAfter: number | undefined
}

/**
 * How fast the queue is sent, learned from what became of the requests before: one for all flushes of a page or worker.
 * The number of requests at once is halved by each that fails and grows with those that are answered (AIMD): fast up to
 * the threshold that the last timeout has set, slowly above it, so that a thin line is not given more than it carries in
 * time. While the server is out of reach, one request goes after each pause (a circuit breaker), however long the queue is.
 */
export function createSendPace() {
  let limit = MOST_AT_ONCE
  let threshold = MOST_AT_ONCE
  /** Pauses since the last answer. */
  let pauses = 0
  let pause: Pause = { since: 0, until: 0 }
  return {
    limit: (): number => Math.floor(limit),
    /** Null while requests may be sent. */
    pause: (now: number): Pause | null => (pause.until > now ? pause : null),
    /** The server has answered. Returns whether this ends an outage. */
    answered(): boolean {
      const wasOut = pauses > 0
      limit = Math.min(MOST_AT_ONCE, limit + (limit < threshold ? 1 : 1 / (ANSWERS_A_STEP * limit)))
      pauses = 0
      pause = { since: 0, until: 0 }
      return wasOut
    },
    unavailable({ timedOut, now, random, longest, retryAfter }: Unavailable): void {
      limit = Math.max(1, limit / 2)
      if (timedOut) threshold = limit
      const until = now + (retryAfter ?? backoff(pauses, random, longest))
      // What was under way when the pause began fails as well, and says nothing new.
      if (pause.until > now) {
        if (retryAfter !== undefined) pause.until = Math.max(pause.until, until)
        return
      }
      pauses += 1
      pause = { since: now, until }
    },
    /** There is reason to believe that the server can be reached again: the next request goes now. */
    resume(): void {
      pause = { since: 0, until: 0 }
    },
  }
}

export type SendPace = ReturnType<typeof createSendPace>
