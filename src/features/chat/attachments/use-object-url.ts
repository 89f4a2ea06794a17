import { useEffect, useRef, useState } from 'react'
import { logHandled } from '#lib/log-handled.ts'
import { reachability } from '#offline/sync/reachability.ts'

/**
 * The address of content that is loaded once for each key, valid while the component is shown: null until it is loaded,
 * `missing` where it is neither on this device nor within reach. What could not be loaded is loaded again when the
 * network or the server is back.
 */
export function useObjectUrl(key: string | null, load: () => Promise<Blob>): string | null | 'missing' {
  const [url, setUrl] = useState<string | null | 'missing'>(null)
  const latest = useRef(load)
  latest.current = load
  useEffect(() => {
    if (key === null) return
    let made: string | undefined
    let hasFailed = false
    const controller = new AbortController()
    const { signal } = controller
    const load = () => {
      hasFailed = false
      latest.current().then(
        (blob) => {
          if (signal.aborted) return
          made = URL.createObjectURL(blob)
          setUrl(made)
        },
        (error: unknown) => {
          logHandled('A picture could not be loaded', error)
          hasFailed = true
          if (!signal.aborted) setUrl('missing')
        },
      )
    }
    const loadAgain = () => hasFailed && load()
    load()
    window.addEventListener('online', loadAgain, { signal })
    const unsubscribe = reachability.subscribe(() => reachability.get() === 'reached' && loadAgain())
    return () => {
      controller.abort()
      unsubscribe()
      setUrl(null)
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [key])
  return url
}
