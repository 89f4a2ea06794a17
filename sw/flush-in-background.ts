import { contextLocks, type Locks } from '#api/with-lock.ts'
import type { CompanionDatabase } from '#offline/database/database.ts'
import { readDeviceSetting } from '#offline/database/device-settings.ts'
import { readEntries } from '#offline/database/queries.ts'
import { flush } from '#offline/flush/flush.ts'
import { planFlush } from '#offline/flush/flush-plan.ts'
import { retryWaiting } from '#offline/flush/retry-waiting.ts'
import { createSendPace } from '#offline/flush/send-concurrency.ts'
import type { Signed } from './as-user.ts'

/** Errors that only a change of the account resolves: another Background Sync would be useless. */
const held = new Set(['subscription_required', 'suspended', 'limit_reached'])
/** The longest backoff while the server is unavailable, in milliseconds; long, since no user is waiting. */
const OUTAGE_WAIT_MS = 60_000

export interface FlushClosedOptions {
  /** Aborts before the browser would terminate the worker. */
  signal: AbortSignal
  /** Whether a page is open, which then does the retries. */
  isPageOpen: () => Promise<boolean>
  locks?: Locks | undefined
}

/**
 * Flushes the outbox without a page; retries until the signal aborts. Resolves with whether entries are left that
 * another Background Sync could send.
 */
export async function flushClosed(db: CompanionDatabase, user: Signed, options: FlushClosedOptions): Promise<boolean> {
  const { signal, isPageOpen } = options
  const { userId, api } = user
  const locks = 'locks' in options ? options.locks : contextLocks()
  if (!(await readDeviceSetting(db, 'background_sync'))) return false
  await retryWaiting(db, userId, { restartBackoff: true })
  const pace = createSendPace()
  while (true) {
    const flushed = await flush({ db, api, userId, locks, signal, pace, longestOutageWait: OUTAGE_WAIT_MS })
    const { stopped } = flushed
    // The entries wait until their user signs in again.
    if (stopped === 'signed-out') return false
    const entries = await readEntries(db, userId)
    const { ready, nextAt } = planFlush(entries, Date.now(), {
      isHeld: ({ error }) => error !== null && held.has(error.code),
    })
    if (ready.length === 0 && nextAt === null) return false
    if (signal.aborted || (await isPageOpen())) return true
    // Due entries were held back by the pause of an outage.
    const at = Math.max(nextAt ?? 0, flushed.nextAt ?? 0)
    if (!(await sleep(Math.max(0, at - Date.now()), signal))) return true
  }
}

/** Resolves with false when the signal has aborted first. */
function sleep(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false)
    const timer = setTimeout(() => resolve(true), ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve(false)
      },
      { once: true },
    )
  })
}
