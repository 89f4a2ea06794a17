/** Delays in milliseconds before the two retries. */
const PAUSES_MS = [250, 1_000]

/**
 * Imports a chunk with up to two retries; rejects with the last error, and at once when offline. After a short network
 * failure the page need not be reloaded, and work that needs the chunk (above all sending the outbox) is still done.
 */
export async function retryImport<Part>(fetchChunk: () => Promise<Part>, pauses: readonly number[] = PAUSES_MS) {
  for (const pause of pauses) {
    try {
      return await fetchChunk()
    } catch (error) {
      // Offline, a retry within a second is useless.
      if (navigator.onLine === false) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return fetchChunk()
}
