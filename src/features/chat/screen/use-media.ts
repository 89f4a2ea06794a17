import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds now, followed live. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

/** Room for the chat list beside the reading column. */
export const WIDE = '(min-width: 56.25rem)'
