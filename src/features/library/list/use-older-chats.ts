import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLiveQuery } from '#data/use-live-query.ts'
import { database } from '#offline/database/database.ts'
import { reachability } from '#offline/sync/reachability.ts'
import { loadOlderChats } from '#offline/sync/sync-chats.ts'
import { api } from '#session/api.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { useOnline } from '#ui/use-online.ts'

/** The maximum of pages that are fetched automatically for a filtered list; after that the user decides. */
const AUTOMATIC_PAGES_MAX = 20

/**
 * A new device starts with the newest chats only. Returns whether its first sync is still to come, whether the server
 * has older chats, and the function that fetches the next page. `seeking`: the list is too short, so that pages
 * are fetched automatically.
 */
export function useOlderChats(userId: number, seeking: boolean) {
  const synced = useLiveQuery(async () => (await database().sync.get([userId, 'chats'])) ?? null, [userId])
  const online = useOnline()
  const isLost = useSyncExternalStore(reachability.subscribe, reachability.get) === 'lost'
  const [loading, setLoading] = useState(false)
  const automaticPages = useRef(0)
  const hasOlder = typeof synced?.next_cursor === 'string'
  const load = useCallback(
    async (onFailure: (error: unknown) => void) => {
      setLoading(true)
      try {
        await loadOlderChats({ db: database(), api, userId })
      } catch (error) {
        onFailure(error)
      } finally {
        setLoading(false)
      }
    },
    [userId],
  )
  useEffect(() => {
    if (!seeking) automaticPages.current = 0
    if (!seeking || !hasOlder || loading || !online || automaticPages.current >= AUTOMATIC_PAGES_MAX) return
    automaticPages.current += 1
    // An automatic fetch fails silently: the button for a retry remains.
    void load(() => {
      automaticPages.current = AUTOMATIC_PAGES_MAX
    })
  }, [seeking, hasOlder, loading, online, load])
  return { isAwaited: synced === null && online && !isLost, hasOlder, loading, load: () => load(toastFailure) }
}
