import { useCallback, useEffect, useRef } from 'react'
import { afterPaint } from '#lib/timing/after-paint.ts'
import { reachability } from '#offline/sync/reachability.ts'

/** The return of a server fires no event, so it is polled at this interval. */
export const AGAIN_MS = 15_000

/**
 * Runs `work` after the next paint, and again when the network or the page comes back. When it returns false because
 * the server was unreachable, it runs again as soon as another request succeeds (`reachability.ts`), or after
 * `AGAIN_MS`. Unmounting aborts a running `work`. Returns a function that starts a run.
 */
export function useWhenReachable(work: (signal: AbortSignal) => Promise<boolean>): () => void {
  const now = useRef<(() => void) | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
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
    const cancel = afterPaint(run)
    return () => {
      cancel()
      controller.abort()
      unsubscribe()
      clearTimeout(timer)
      now.current = null
    }
  }, [work])
  return useCallback(() => now.current?.(), [])
}
