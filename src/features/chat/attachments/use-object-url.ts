import { useEffect, useRef, useState } from 'react'
import { logHandled } from '#lib/log-handled.ts'

/**
 * The address of content that is loaded once for each key, valid while the component is shown: null until it is loaded,
 * `missing` where it is neither on this device nor within reach.
 */
export function useObjectUrl(key: string | null, load: () => Promise<Blob>): string | null | 'missing' {
  const [url, setUrl] = useState<string | null | 'missing'>(null)
  const latest = useRef(load)
  latest.current = load
  useEffect(() => {
    if (key === null) return
    let made: string | undefined
    let left = false
    latest.current().then(
      (blob) => {
        if (left) return
        made = URL.createObjectURL(blob)
        setUrl(made)
      },
      (error: unknown) => {
        logHandled('A picture could not be loaded', error)
        if (!left) setUrl('missing')
      },
    )
    return () => {
      left = true
      setUrl(null)
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [key])
  return url
}
