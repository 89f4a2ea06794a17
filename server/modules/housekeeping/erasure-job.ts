import { eraseDeleted } from '../../db/erase-deleted.ts'
import type { Dependencies } from '../../dependencies.ts'

/** Removes from the database's files what deleted rows have left there, outside of any request. */
export interface ErasureJob {
  /** Asks for a run within a second or two, or ten minutes after the last one. */
  request(): void
  /** Runs now, after the run under way. One that fails is logged and tried again ten minutes later. */
  run(): Promise<void>
  /** Starts no more runs, and ends the one under way: between two steps on SQLite, at once on PostgreSQL. */
  stop(): Promise<void>
}

export interface ErasureOptions {
  /** Between a request and its run. */
  delayMs: number
  /** Between the start of a run and that of the next requested one. A run reads and writes the whole search index. */
  pauseMs: number
}

const defaults: ErasureOptions = { delayMs: 1_000, pauseMs: 600_000 }

export function createErasureJob(
  { db, engine, log }: Pick<Dependencies, 'db' | 'engine' | 'log'>,
  options: Partial<ErasureOptions> = {},
): ErasureJob {
  const { delayMs, pauseMs } = { ...defaults, ...options }
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let notBefore = 0
  let running: Promise<void> = Promise.resolve()

  function request(): void {
    if (timer !== undefined || stopping.signal.aborted) return
    const wait = Math.max(delayMs, notBefore - performance.now())
    timer = setTimeout(() => {
      timer = undefined
      void run()
    }, wait).unref()
  }

  function run(): Promise<void> {
    running = running.then(async () => {
      if (stopping.signal.aborted) return
      notBefore = performance.now() + pauseMs
      try {
        await eraseDeleted(db, engine, stopping.signal)
      } catch (error) {
        if (stopping.signal.aborted) return
        log.warn({ err: error }, 'deleted data was not erased yet; it is tried again')
        request()
      }
    })
    return running
  }

  return {
    request,
    run,
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
