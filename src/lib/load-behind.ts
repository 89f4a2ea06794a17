import { isMissingPart } from './missing-part.ts'

/** Milliseconds after which a server that was out of reach is asked again: its return is no event. */
const AGAIN_MS = 15_000

/**
 * Loads a part that works behind the page. One that does not come is no fault of the page: it is asked for again when the
 * network, or the person, is back, and after a while. Rejects with any other error.
 */
export async function loadBehind<Part>(load: () => Promise<Part>): Promise<Part> {
  while (true) {
    try {
      return await load()
    } catch (error) {
      if (!isMissingPart(error)) throw error
      console.debug('A part behind the page did not come; it is asked for again later', error)
      await nextReturn()
    }
  }
}

/** Resolves when the browser says that there is a network again, when the page is looked at again, and after a while. */
function nextReturn(): Promise<void> {
  return new Promise((resolve) => {
    const waiting = new AbortController()
    const { signal } = waiting
    const timer = setTimeout(() => end(), AGAIN_MS)
    const end = () => {
      clearTimeout(timer)
      waiting.abort()
      resolve()
    }
    window.addEventListener('online', end, { signal })
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && end(), { signal })
  })
}
