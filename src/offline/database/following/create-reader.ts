import { Dexie } from 'dexie'
import { isConnectionLost } from '../storage-errors.ts'

/** Delays of the next try after a read has failed, and after the connection was lost, which Dexie opens again. */
const AGAIN_MS = 5_000
const RECONNECT_MS = 500

interface Reading {
  /** Whether anything that has changed was not read yet. */
  isPending: () => boolean
  /** Reads what is pending. */
  read: () => Promise<void>
  /** Makes everything pending: what a failed read was to read is no longer known. */
  readAll: () => void
}

export interface Reader {
  /** Reads until nothing is pending. While a read runs, it only goes on afterwards. */
  run: () => Promise<void>
  stop: () => void
  isStopped: () => boolean
}

/**
 * Follows the database by reads that never overlap, so that no older result comes last. A failed read is repeated, and
 * reported unless only the connection was lost.
 */
export function createReader({ isPending, read, readAll }: Reading): Reader {
  let stopped = false
  let running = false
  /** Timer of the retry after a failed read; at most one is pending, and the next change retries too. */
  let again: ReturnType<typeof setTimeout> | undefined

  async function run(): Promise<void> {
    if (running) return
    running = true
    try {
      while (!stopped && isPending()) await read()
    } catch (error) {
      readAll()
      // Another build has upgraded the database, or the page is unloading: the last result stays.
      if (stopped || error instanceof Dexie.DatabaseClosedError) return
      const isLost = isConnectionLost(error)
      if (!isLost) reportError(error)
      clearTimeout(again)
      again = setTimeout(run, isLost ? RECONNECT_MS : AGAIN_MS)
    } finally {
      running = false
    }
  }
  return {
    run,
    stop() {
      stopped = true
      clearTimeout(again)
    },
    isStopped: () => stopped,
  }
}
