import type { Api } from '#api/client.ts'
import { isSignedOutError } from '#api/errors.ts'
import { type Locks, withLock } from '#api/with-lock.ts'
import type { CompanionDatabase } from './database.ts'
import { planFlush } from './flush-plan.ts'
import { judge } from './flush-verdict.ts'
import { newId } from './fresh-entry.ts'
import { viewOutbox } from './outbox-view.ts'
import type { OutboxEntry } from './rows.ts'
import { sendEntry } from './send-entry.ts'
import { acknowledgeEntry, claimEntry, noteReplaced, returnEntry } from './settle-entry.ts'
import { watchOutbox } from './watch-outbox.ts'

export const FLUSH_LOCK = 'companion:flush'
const PATIENCE_MS = 20_000
/** Twice what a browser opens over HTTP/1.1, so that none is idle between two messages of a chat; HTTP/2 takes them all. */
const PARALLEL_CHATS = 12

export interface FlushOptions {
  db: CompanionDatabase
  api: Api
  /** Whose entries; nobody else's are touched. */
  account: number
  /** Milliseconds since 1970. */
  now?: () => number
  random?: () => number
  /** Web Locks or what tests put there; without them leases keep flushers apart. */
  locks?: Locks | undefined
  signal?: AbortSignal | undefined
}

export interface FlushResult {
  /** Acknowledged entries. */
  sent: number
  /** Entries that have failed. */
  refused: number
  stopped: 'signed-out' | 'aborted' | null
  /** When to come again; null when nothing waits for time. */
  nextAt: number | null
}

/**
 * Sends what waits: the entries of a chat in order, chats beside each other. Deletes an entry only when
 * the server has named its id; what fails for now stays, for ever if need be.
 */
export function flush(options: FlushOptions): Promise<FlushResult> {
  return withLock(options.locks, FLUSH_LOCK, (alone) => run(options, !alone), PATIENCE_MS)
}

async function run(options: FlushOptions, leasesCount: boolean): Promise<FlushResult> {
  const { db, account, now = Date.now, signal } = options
  const owner = newId()
  const running = new Map<string, Promise<void>>()
  const turns = new Map<string, number>()
  const outbox = watchOutbox(db)
  const view = viewOutbox(db, account)
  const result: FlushResult = { sent: 0, refused: 0, stopped: null, nextAt: null }
  let broken: { error: unknown } | undefined

  async function work(entry: OutboxEntry): Promise<void> {
    try {
      const outcome = await sendOne(options, entry, owner, leasesCount)
      if (outcome === 'sent') result.sent += 1
      if (outcome === 'refused') result.refused += 1
      // Perhaps another context has it, whose word of it is still on its way.
      if (outcome === 'kept') view.doubt()
      if (outcome === 'signed-out') result.stopped = outcome
    } catch (error) {
      broken ??= { error }
    } finally {
      running.delete(entry.chat)
    }
  }

  try {
    while (true) {
      if (signal?.aborted) result.stopped ??= 'aborted'
      const changed = outbox.changed()
      // As it is before the reading: of a chat that ends meanwhile it is not certain that its next is read.
      const busy = new Set(running.keys())
      // With no place free there is nothing to plan: whoever ends comes by here again.
      if (!result.stopped && !broken && running.size < PARALLEL_CHATS) {
        const plan = planFlush(await view.read(), now(), busy, leasesCount)
        for (const entry of inTurn(plan.ready, turns).slice(0, PARALLEL_CHATS - running.size)) {
          turns.set(entry.chat, turnsOf(entry, turns) + 1)
          running.set(entry.chat, work(entry))
        }
        result.nextAt = plan.nextAt
      }
      if (busy.size + running.size === 0) break
      if ([...busy].every((chat) => running.has(chat))) await Promise.race([changed, ...running.values()])
    }
  } finally {
    outbox.stop()
    view.stop()
  }
  if (broken) throw broken.error
  return result
}

/**
 * Those first whose chat had the fewest turns; among equals the oldest. With more chats than places none waits until
 * another is through, and all places are used to the end.
 */
const inTurn = (ready: readonly OutboxEntry[], turns: ReadonlyMap<string, number>): OutboxEntry[] =>
  ready.toSorted((a, b) => turnsOf(a, turns) - turnsOf(b, turns))

const turnsOf = ({ chat }: OutboxEntry, turns: ReadonlyMap<string, number>): number => turns.get(chat) ?? 0

/** One entry, once. Throws only when the database does. */
async function sendOne(
  { db, api, now = Date.now, random = Math.random, signal }: FlushOptions,
  candidate: OutboxEntry,
  owner: string,
  leasesCount: boolean,
): Promise<'sent' | 'kept' | 'refused' | 'signed-out'> {
  const entry = await claimEntry(db, candidate, owner, now(), leasesCount)
  if (!entry) return 'kept'
  let answer: Awaited<ReturnType<typeof sendEntry>>
  try {
    answer = await sendEntry(api, entry, signal, (replaced) => noteReplaced(db, entry, replaced))
  } catch (error) {
    const verdict = signal?.aborted ? ({ action: 'stop' } as const) : judge(error, entry, now(), random)
    await returnEntry(db, entry, owner, verdict)
    if (isSignedOutError(error)) return 'signed-out'
    return verdict.action === 'fail' ? 'refused' : 'kept'
  }
  try {
    await acknowledgeEntry(db, entry, answer)
    return 'sent'
  } catch (error) {
    if (!isSignedOutError(error)) throw error
    await returnEntry(db, entry, owner, { action: 'stop' })
    return 'signed-out'
  }
}
