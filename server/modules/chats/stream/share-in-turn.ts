import { setImmediate as nextTurn } from 'node:timers/promises'

/** Runs `work`, or shares the run that another caller of the key has asked for in this turn of the event loop. */
export type ShareInTurn<T> = (key: string, work: () => Promise<T>) => Promise<T>

/**
 * Single flight for callers that wake together: `work` begins after all of them have called, so that none gets a result
 * that is older than its call.
 */
export function createShareInTurn<T>(): ShareInTurn<T> {
  const pending = new Map<string, Promise<T>>()

  async function begin(key: string, work: () => Promise<T>): Promise<T> {
    await nextTurn()
    pending.delete(key)
    return work()
  }

  return (key, work) => {
    const known = pending.get(key)
    if (known !== undefined) return known
    const run = begin(key, work)
    pending.set(key, run)
    return run
  }
}
