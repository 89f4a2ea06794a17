/** Runs work as soon as one of the semaphore's slots is free, and resolves or rejects as the work does. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

interface Options {
  running: number
  waiting: number
  /** The error for a full queue. */
  full: () => Error
}

/** A counting semaphore for heavy work: at most `running` at a time, at most `waiting` queued behind them in order. */
export function createSemaphore({ running: runningMax, waiting: waitingMax, full }: Options): Semaphore {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= runningMax) {
      if (waiting.length >= waitingMax) throw full()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
