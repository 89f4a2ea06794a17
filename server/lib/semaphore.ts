/** Runs work for a caller when it is their turn. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>

interface Options {
  running: number
  waiting: number
  /** Thrown when as many wait already. */
  full: () => Error
}

/** A line for heavy work: `running` at a time, `waiting` behind them in order, no more. */
export function createTurns({ running: runningMax, waiting: waitingMax, full }: Options): TakeTurn {
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
