import { setImmediate as nextTurn } from 'node:timers/promises'

/** Runs `work`, or shares the run that another caller of the key has asked for in this turn of the event loop. */
export type ShareInTurn<T> = (key: string, work: () => Promise<T>) => Promise<T>

/**
 * Single flight for callers that wake together: `work` begins after all of them have called, so that none gets a result
 * that is older than its call.
 */
export function createShareInTurn<T>(): ShareInTurn<T> {
  const asked = new Map<string, Promise<T>>()

  async function begin(key: string, work: () => Promise<T>): Promise<T> {
    await nextTurn()
    asked.delete(key)
    return work()
  }

  return (key, work) => {
    const known = asked.get(key)
    if (known !== undefined) return known
    const run = begin(key, work)
    asked.set(key, run)
    return run
  }
}
