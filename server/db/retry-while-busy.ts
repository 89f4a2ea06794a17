import { delay } from '../lib/timing/delay.ts'
import { isBusy } from './errors/is-busy.ts'

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 2_000

/**
 * Retries reads and idempotent writes with exponential backoff while the database is busy or restarting. Throws any other
 * error, and the last one once the signal is aborted.
 */
export async function retryWhileBusy<T>(run: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await run()
    } catch (error) {
      if (signal.aborted || !isBusy(error)) throw error
    }
    await delay(pause, signal)
  }
}
