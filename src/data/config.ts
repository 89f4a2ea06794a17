import { useEffect, useSyncExternalStore } from 'react'
import type { PublicConfig } from '#contract/objects/config.ts'
import { loadInBackground } from '#lib/lazy/load-in-background.ts'
import { createStore } from '#lib/store.ts'

/** The server's configuration as `configQuery` last had it, for code that does not wait for the query client. */
export const knownConfig = createStore<PublicConfig | undefined>(undefined)

/**
 * The server's configuration, undefined until it is known. As `useQuery(configQuery)`, but the query client is loaded
 * after the first paint: it is 10 kB, and nothing else of the chat needs it before.
 */
export function useConfig(): PublicConfig | undefined {
  useEffect(() => {
    let isOver = false
    let stop = () => {}
    const follow = async () => {
      const { followConfig } = await loadInBackground(() => import('./config-query.ts'))
      if (!isOver) stop = followConfig()
    }
    follow().catch(reportError)
    return () => {
      isOver = true
      stop()
    }
  }, [])
  return useSyncExternalStore(knownConfig.subscribe, knownConfig.get)
}
