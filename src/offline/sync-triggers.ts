import { isPassing } from '#api/passing-error.ts'
import { report } from './report.ts'
import { syncCopy } from './sync-copy.ts'
import type { SyncOptions } from './sync-options.ts'

const EVERY_MS = 60_000

/**
 * Keeps a person's copy fresh in this page: now, when the network or the page comes back, and every minute
 * while it is visible. `look` asks for a run now, after a flush. What cannot be reached is tried next time.
 */
export function startSyncing(person: Omit<SyncOptions, 'signal'>): { look: () => void; stop: () => void } {
  const ending = new AbortController()
  const { signal } = ending
  let running = false
  let again = false
  const look = async () => {
    again = running
    if (running || signal.aborted || document.visibilityState !== 'visible') return
    running = true
    try {
      await syncCopy({ ...person, signal })
    } catch (error) {
      if (!signal.aborted && !isPassing(error)) report(error)
    } finally {
      running = false
    }
    if (again) look()
  }
  window.addEventListener('online', look, { signal })
  document.addEventListener('visibilitychange', look, { signal })
  const timer = setInterval(look, EVERY_MS)
  look()
  return {
    look,
    stop: () => {
      clearInterval(timer)
      ending.abort()
    },
  }
}
