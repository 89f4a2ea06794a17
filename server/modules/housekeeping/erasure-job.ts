import { eraseDeleted } from '../../db/erase-deleted.ts'
import type { Dependencies, ErasureJob } from '../../dependencies.ts'
import { sweepFiles } from '../files/use-cases/sweep-files.ts'

export interface ErasureOptions {
  /** The delay between a request and its run. */
  delayMs: number
  /** The minimum interval between the starts of two requested runs. A run rewrites the whole search index. */
  pauseMs: number
}

const defaults: ErasureOptions = { delayMs: 1_000, pauseMs: 600_000 }

export function createErasureJob(
  deps: Pick<Dependencies, 'db' | 'engine' | 'files' | 'log' | 'now'>,
  options: Partial<ErasureOptions> = {},
): ErasureJob {
  const { db, engine, log } = deps
  const { delayMs, pauseMs } = { ...defaults, ...options }
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let notBefore = 0
  let running: Promise<void> = Promise.resolve()

  function request(): void {
    if (timer !== undefined || controller.signal.aborted) return
    const wait = Math.max(delayMs, notBefore - performance.now())
    timer = setTimeout(() => {
      timer = undefined
      void run()
    }, wait).unref()
  }

  function run(): Promise<void> {
    running = running.then(async () => {
      if (controller.signal.aborted) return
      notBefore = performance.now() + pauseMs
      try {
        await sweepFiles(deps, controller.signal)
        await eraseDeleted(db, engine, controller.signal)
      } catch (error) {
        if (controller.signal.aborted) return
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
      controller.abort()
      clearTimeout(timer)
      await running
    },
  }
}
