import { useEffect } from 'react'

/** Runs `work` now, and again when the network or the page comes back; what still runs at the end is aborted. */
export function useWhenReachable(work: (signal: AbortSignal) => Promise<void>): void {
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    let running = false
    const run = async () => {
      if (running) return
      running = true
      try {
        await work(signal)
      } catch (error) {
        if (!signal.aborted) reportError(error)
      } finally {
        running = false
      }
    }
    const look = () => document.visibilityState === 'visible' && void run()
    window.addEventListener('online', run, { signal })
    document.addEventListener('visibilitychange', look, { signal })
    void run()
    return () => ending.abort()
  }, [work])
}
