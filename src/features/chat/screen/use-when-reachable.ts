import { useCallback, useEffect, useRef } from 'react'

/** A server that comes back sends no event. */
export const AGAIN_MS = 15_000

/**
 * Runs `work` now, again when the network or the page comes back, and after a while when it answers false: the server
 * was out of reach. What still runs at the end is aborted. Returns how to ask for a run now.
 */
export function useWhenReachable(work: (signal: AbortSignal) => Promise<boolean>): () => void {
  const now = useRef<(() => void) | null>(null)
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    let running = false
    let again = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const run = async () => {
      again = running
      if (running) return
      running = true
      clearTimeout(timer)
      let reached = true
      try {
        reached = await work(signal)
      } catch (error) {
        if (!signal.aborted) reportError(error)
      } finally {
        running = false
      }
      if (reached || signal.aborted) return
      // The network came back after this request had begun, which it could not save.
      if (again) void run()
      else timer = setTimeout(look, AGAIN_MS)
    }
    const look = () => document.visibilityState === 'visible' && void run()
    window.addEventListener('online', run, { signal })
    document.addEventListener('visibilitychange', look, { signal })
    now.current = run
    void run()
    return () => {
      ending.abort()
      clearTimeout(timer)
      now.current = null
    }
  }, [work])
  return useCallback(() => now.current?.(), [])
}
