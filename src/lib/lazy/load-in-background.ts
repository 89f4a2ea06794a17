import { logHandled } from '../log-handled.ts'
import { waitToRetry } from '../timing/wait-to-retry.ts'
import { isMissingChunk } from './missing-chunk.ts'

/**
 * Loads a chunk for background work. If it cannot be fetched, it is retried when the network or the user is back, and
 * after a while. Rejects with any other error.
 */
export async function loadInBackground<Part>(load: () => Promise<Part>): Promise<Part> {
  while (true) {
    try {
      return await load()
    } catch (error) {
      if (!isMissingChunk(error)) throw error
      logHandled('A background chunk could not be loaded; it is retried later', error)
      await waitToRetry()
    }
  }
}
