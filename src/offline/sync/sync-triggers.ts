import { isApiError } from '#api/errors.ts'
import { isExpectedError, isUnreachable } from '#api/expected-error.ts'
import { requestFlush } from '../flush/request-flush.ts'
import { backoff } from '../flush/retry-policy.ts'
import { retryWaiting } from '../flush/retry-waiting.ts'
import { resumeStreams } from '../stream/stream-connections.ts'
import { reachability } from './reachability.ts'
import { onSyncRequest } from './request-sync.ts'
import { syncAll } from './sync-all.ts'
import type { SyncOptions } from './sync-options.ts'
import { syncProfile } from './sync-profile.ts'

const EVERY_MS = 60_000
/** The longest poll interval while the server is unreachable. */
const WHILE_LOST_MS = 8_000

/**
 * Syncs a user's data in this page: now, when the network or the page comes back, and every minute while visible, more
 * often while the server is unreachable (`reachability.ts`); once it is reachable again, entries that wait for it are
 * retried and lost streams reconnected. `look` requests a run, after a flush. A run that fails is retried at the next
 * trigger.
 */
export function startSyncTriggers(user: Omit<SyncOptions, 'signal'>): { look: () => void; stop: () => void } {
  const controller = new AbortController()
  const { signal } = controller
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  let again = false
  /** Number of probes since the server became unreachable or the network changed. */
  let probes = 0
  const look = async () => {
    again = running
    if (running || signal.aborted || document.visibilityState !== 'visible') return
    running = true
    clearTimeout(timer)
    try {
      // While the server may be unreachable, one small request probes it before the larger ones.
      if (reachability.get() === 'lost') await syncProfile({ ...user, signal })
      const failed = await syncAll({ ...user, signal })
      await found()
      if (failed) reportUnexpected(failed.error)
    } catch (error) {
      if (!signal.aborted) {
        reachability.set(isOutOfReach(error) ? 'lost' : 'reached')
        reportUnexpected(error)
      }
    } finally {
      running = false
    }
    if (again) look()
    else if (!signal.aborted) timer = setTimeout(look, untilNext())
  }
  function untilNext(): number {
    const isLost = reachability.get() === 'lost'
    probes = isLost ? probes + 1 : 0
    return isLost ? backoff(probes - 1, Math.random, WHILE_LOST_MS) : EVERY_MS
  }
  async function found(): Promise<void> {
    const wasLost = reachability.get() === 'lost'
    reachability.set('reached')
    if (!wasLost) return
    resumeStreams()
    await retryWaiting(user.db, user.userId)
    requestFlush()
  }
  // The first request on a new network often fails, so the next ones follow soon.
  const onNetwork = () => {
    probes = 0
    look()
  }
  const onOffline = () => {
    reachability.set('unknown')
    onNetwork()
  }
  window.addEventListener('online', onNetwork, { signal })
  window.addEventListener('offline', onOffline, { signal })
  document.addEventListener('visibilitychange', onNetwork, { signal })
  const endRequests = onSyncRequest(look)
  look()
  return {
    look,
    stop: () => {
      clearTimeout(timer)
      controller.abort()
      endRequests()
      reachability.set('unknown')
    },
  }
}

function reportUnexpected(error: unknown): void {
  if (!isExpectedError(error)) reportError(error)
}

/** No response, a response of a proxy or captive portal, or a server error. */
function isOutOfReach(error: unknown): boolean {
  return isUnreachable(error) || (isApiError(error) && (!error.recognised || error.status >= 500))
}
