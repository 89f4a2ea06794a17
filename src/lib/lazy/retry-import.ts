/** Milliseconds before a part of the app that did not come is asked for once more, and again. */
const PAUSES_MS = [250, 1_000]

/**
 * Resolves with the part that `fetchChunk` imports; rejects with its last error when it came at none of three tries, or
 * there is no network. A network that fails for a moment then costs that moment: the page need not load anew, and what
 * was to be done behind it (sending what waits, above all) is done.
 */
export async function fetchAgain<Part>(fetchChunk: () => Promise<Part>, pauses: readonly number[] = PAUSES_MS) {
  for (const pause of pauses) {
    try {
      return await fetchChunk()
    } catch (error) {
      // Where there is no network none comes in a second.
      if (navigator.onLine === false) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return fetchChunk()
}
