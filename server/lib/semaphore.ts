/**
 * Runs work as soon as one of the semaphore's slots is free, and resolves or rejects as the work does. An abort takes
 * work that still waits out of the queue.
 */
export type Semaphore = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

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
  const waitInTurn = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        waiting.splice(waiting.indexOf(begin), 1)
        reject(signal?.reason)
      }
      waiting.push(begin)
      signal?.addEventListener('abort', leave, { once: true })
    })
  return async (work, signal) => {
    signal?.throwIfAborted()
    if (running >= runningMax) {
      if (waiting.length >= waitingMax) throw full()
      await waitInTurn(signal)
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
