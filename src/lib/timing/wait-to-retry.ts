/** The retry interval in milliseconds while the server is unreachable, since its recovery fires no event. */
const RETRY_AFTER_MS = 15_000

/** Resolves when the browser is online again, when the page becomes visible again, or after 15 seconds. */
export function waitToRetry(): Promise<void> {
  return new Promise((resolve) => {
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(() => end(), RETRY_AFTER_MS)
    const end = () => {
      clearTimeout(timer)
      controller.abort()
      resolve()
    }
    window.addEventListener('online', end, { signal })
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && end(), { signal })
  })
}
