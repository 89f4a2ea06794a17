import { useRouter } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'

/**
 * Returns the id, or `new` or `temporary`, of the address as soon as it changes, without waiting until the route has
 * loaded: the composer of the previous chat would take text that is typed meanwhile. Returns `loaded`, that of the
 * loaded route, while the address names no chat.
 */
export function useRequestedChat(loaded: string | undefined): string | undefined {
  const { history } = useRouter()
  const path = useSyncExternalStore(history.subscribe, () => history.location.pathname)
  return /^\/chat\/([^/]+)\/?$/.exec(path)?.[1] ?? loaded
}
