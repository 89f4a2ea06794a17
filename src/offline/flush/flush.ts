import type { Api } from '#api/client.ts'
import { isSignedOutError, isTimeoutError } from '#api/errors.ts'
import { type Locks, withLock } from '#api/with-lock.ts'
import type { CompanionDatabase } from '../database/database.ts'
import type { OutboxEntry } from '../database/rows.ts'
import { newId } from '../outbox/new-entry.ts'
import { observeOutbox } from '../outbox/observe.ts'
import { type FlushPlan, planFlush } from './flush-plan.ts'
import { isAnswered, isUnavailable, judge, OUTAGE_WAIT_MS, retryAfter, type Verdict } from './retry-policy.ts'
import { retryWaiting } from './retry-waiting.ts'
import { createSendPace, type Pause, type SendPace } from './send-concurrency.ts'
import { sendEntry } from './send-entry.ts'
import { acknowledgeEntry, claimEntry, createLeaseRenewal, recordConflicts, returnEntry } from './settle-entry.ts'
import { uploadFiles } from './upload-files.ts'

const FLUSH_LOCK = 'companion:flush'
const LOCK_TIMEOUT_MS = 20_000

export interface FlushOptions {
  db: CompanionDatabase
  api: Api
  /** Only entries of this user are sent. */
  userId: number
  /** Milliseconds since 1970. */
  now?: () => number
  random?: () => number
  /** Web Locks, or a fake in tests; without them only leases keep concurrent flushes apart. */
  locks?: Locks | undefined
  signal?: AbortSignal | undefined
  /** The send pace that earlier flushes have learned; a new one when omitted. */
  pace?: SendPace | undefined
  /** The longest backoff while the server is unavailable, in milliseconds; 8,000 by default. */
  longestOutageWait?: number | undefined
}

export interface FlushResult {
  sent: number
  refused: number
  stopped: 'signed-out' | 'aborted' | null
  /** When to flush again, in milliseconds since 1970; null when no entry waits for a time. */
  nextAt: number | null
}

/**
 * Sends the outbox: one entry of a chat at a time, in order where the order matters, different chats concurrently. An
 * entry is deleted only when the server has acknowledged its id; after a temporary error it is retried without limit.
 */
export function flush(options: FlushOptions): Promise<FlushResult> {
  return withLock(options.locks, FLUSH_LOCK, (alone) => run(options, !alone), LOCK_TIMEOUT_MS)
}

async function run(options: FlushOptions, leasesCount: boolean): Promise<FlushResult> {
  const { db, userId, now = Date.now, signal, pace = createSendPace() } = options
  const owner = newId()
  const running = new Map<string, Promise<void>>()
  const turns = new Map<string, number>()
  const outbox = observeOutbox(db, userId)
  const alarm = makeAlarm()
  const result: FlushResult = { sent: 0, refused: 0, stopped: null, nextAt: null }
  let broken: { error: unknown } | undefined

  async function work(entry: OutboxEntry): Promise<void> {
    try {
      const outcome = await sendOne({ ...options, pace }, entry, owner, leasesCount)
      if (outcome === 'sent') result.sent += 1
      if (outcome === 'refused') result.refused += 1
      // Another context may have claimed the entry, and the notification of its change may still be on its way.
      if (outcome === 'retained') outbox.doubt()
      if (outcome === 'signed-out') result.stopped = outcome
    } catch (error) {
      broken ??= { error }
    } finally {
      running.delete(entry.queueKey)
    }
  }

  try {
    while (true) {
      if (signal?.aborted) result.stopped ??= 'aborted'
      const changed = outbox.changed()
      // Copied before the read: when a chat finishes during the read, its next entry may be missing from the result.
      const busy = new Set(running.keys())
      let due: Promise<void> | undefined
      // With no free slot there is nothing to plan: each request that ends runs this loop again.
      if (!result.stopped && !broken && running.size < pace.limit()) {
        const plan = planFlush(await outbox.read(), now(), { busy, leasesCount, heldUntil: pace.heldUntil })
        const pause = pace.pause(now())
        const ready = pause === null ? plan.ready : plan.ready.filter((entry) => entry.created_at > pause.since)
        for (const entry of inTurn(ready, turns).slice(0, Math.max(0, pace.limit() - running.size))) {
          turns.set(entry.queueKey, turnsOf(entry, turns) + 1)
          running.set(entry.queueKey, work(entry))
        }
        result.nextAt = nextOf(plan, pause)
        if (result.nextAt !== null && running.size > 0) due = alarm.at(result.nextAt - now())
      }
      if (busy.size + running.size === 0) break
      const ends = due === undefined ? [...running.values()] : [due, ...running.values()]
      if ([...busy].every((queueKey) => running.has(queueKey))) await Promise.race([changed, ...ends])
    }
  } finally {
    alarm.stop()
    outbox.stop()
  }
  if (broken) throw broken.error
  return result
}

/** When the next entry is to be sent; entries that a pause holds back are due when it ends. */
function nextOf({ ready, nextAt }: FlushPlan, pause: Pause | null): number | null {
  if (pause === null || (ready.length === 0 && nextAt === null)) return nextAt
  return Math.max(pause.until, ready.length > 0 ? 0 : (nextAt ?? 0))
}

/** A single timer, so that a due entry need not wait for a request that hangs. */
function makeAlarm(): { at(ms: number): Promise<void>; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  const at = (ms: number) => {
    stop()
    return new Promise<void>((resolve) => {
      timer = setTimeout(resolve, Math.max(0, ms))
    })
  }
  return { at, stop }
}

/**
 * Fair order: chats with the fewest sends first, then the entries with the fewest attempts, so that one that always
 * fails is not the only probe in an outage, then the oldest.
 */
const inTurn = (ready: readonly OutboxEntry[], turns: ReadonlyMap<string, number>): OutboxEntry[] =>
  ready.toSorted((a, b) => turnsOf(a, turns) - turnsOf(b, turns) || a.attempts - b.attempts)

const turnsOf = ({ queueKey }: OutboxEntry, turns: ReadonlyMap<string, number>): number => turns.get(queueKey) ?? 0

/** Sends one entry once. Throws only on database errors. */
async function sendOne(
  options: FlushOptions & { pace: SendPace },
  candidate: OutboxEntry,
  owner: string,
  leasesCount: boolean,
): Promise<'sent' | 'retained' | 'refused' | 'signed-out'> {
  const { db, api, now = Date.now, signal } = options
  const entry = await claimEntry(db, candidate, owner, now(), leasesCount)
  if (!entry) return 'retained'
  let answer: Awaited<ReturnType<typeof sendEntry>>
  let file: string | null = null
  try {
    const renewLease = createLeaseRenewal(db, entry, owner, now)
    const onFile = (id: string | null) => {
      file = id
    }
    await uploadFiles(entry, { db, api, signal, renewLease, onFile })
    answer = await sendEntry(api, entry, signal, (conflicts) => recordConflicts(db, entry, conflicts))
  } catch (error) {
    const verdict = signal?.aborted ? ({ action: 'stop' } as const) : learn(options, error, entry)
    await returnEntry(db, entry, owner, file === null ? verdict : withFile(verdict, file))
    if (isSignedOutError(error)) return 'signed-out'
    if (isAnswered(error) && options.pace.answered()) await retryWaiting(db, entry.userId)
    return verdict.action === 'fail' ? 'refused' : 'retained'
  }
  const endsOutage = options.pace.answered()
  try {
    await acknowledgeEntry(db, entry, answer)
    if (endsOutage) await retryWaiting(db, entry.userId)
    return 'sent'
  } catch (error) {
    if (!isSignedOutError(error)) throw error
    await returnEntry(db, entry, owner, { action: 'stop' })
    return 'signed-out'
  }
}

/** Names the file that was refused, so that the reason is shown beside it. */
const withFile = (verdict: Verdict, file: string): Verdict =>
  verdict.action === 'fail' ? { ...verdict, error: { ...verdict.error, file } } : verdict

/** Judges a failed entry and updates the send pace. */
function learn(options: FlushOptions & { pace: SendPace }, error: unknown, entry: OutboxEntry): Verdict {
  const { now = Date.now, random = Math.random, longestOutageWait = OUTAGE_WAIT_MS, pace } = options
  const [moment, timedOut] = [now(), isTimeoutError(error)]
  if (isUnavailable(error)) {
    const retryAfterMs = retryAfter(error, random)
    pace.unavailable({ timedOut, now: moment, random, longest: longestOutageWait, retryAfter: retryAfterMs })
  }
  const verdict = judge(error, entry, moment, random, longestOutageWait)
  if (verdict.action === 'wait' && verdict.error.code === 'rate_limited') pace.limited(entry, verdict.nextAttemptAt)
  return verdict
}
