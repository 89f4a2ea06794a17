import { delay } from '#lib/timing/delay.ts'

/** Milliseconds before each new try of a read whose connection was lost; after the last, the user is told. */
export const RETRY_MS = [100, 500, 2_000]

/** Reads after the connection was lost, which Dexie opens again; rejects when the last try fails. */
export async function readAgain<T>(read: () => Promise<T>): Promise<T> {
  for (const ms of RETRY_MS) {
    try {
      return await read()
    } catch {
      await delay(ms, new AbortController().signal)
    }
  }
  return read()
}
