import { useCallback, useEffect, useRef } from 'react'
import { reachability } from '#offline/sync/reachability.ts'

/** A server that comes back sends no event. */
export const AGAIN_MS = 15_000

/**
 * Runs `work` now and again when the network or the page comes back. When it answers false, because the server was out
 * of reach, it runs again as soon as another request has found the server (`reachability.ts`), at the latest after a
 * while.
 * What still runs at the end is aborted. Returns how to ask for a run now.
 */
export function useWhenReachable(work: (signal: AbortSignal) => Promise<boolean>): () => void {
  const now = useRef<(() => void) | null>(null)
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    let running = false
    let again = false
    let reached = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const run = async () => {
      again = running
      if (running) return
      running = true
      clearTimeout(timer)
      try {
        reached = await work(signal)
      } catch (error) {
        reached = true
        if (!signal.aborted) reportError(error)
      } finally {
        running = false
      }
      if (reached || signal.aborted) return
      // The network or the server came back while this attempt was already failing.
      if (again) void run()
      else timer = setTimeout(look, AGAIN_MS)
    }
    const look = () => document.visibilityState === 'visible' && void run()
    const unsubscribe = reachability.subscribe(() => {
      if (reachability.get() === 'reached' && (running || !reached)) void run()
    })
    window.addEventListener('online', run, { signal })
    document.addEventListener('visibilitychange', look, { signal })
    now.current = run
    void run()
    return () => {
      ending.abort()
      unsubscribe()
      clearTimeout(timer)
      now.current = null
    }
  }, [work])
  return useCallback(() => now.current?.(), [])
}
