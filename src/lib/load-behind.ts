import { isMissingPart } from './missing-part.ts'

/**
 * Loads a part that works behind the page. One that does not come is no fault of the page: it is asked for again when the
 * network, or the person, is back. Rejects with any other error.
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

/** Resolves when the browser says that there is a network again, or the page is looked at again. */
function nextReturn(): Promise<void> {
  return new Promise((resolve) => {
    const waiting = new AbortController()
    const { signal } = waiting
    const end = () => {
      waiting.abort()
      resolve()
    }
    window.addEventListener('online', end, { signal })
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && end(), { signal })
  })
}
