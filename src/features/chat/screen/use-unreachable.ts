import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useSyncExternalStore } from 'react'
import { database } from '#offline/database.ts'
import { queryOutbox } from '#offline/queries.ts'
import { reachSnapshot, subscribeReach } from '#offline/reach.ts'
import { requestSync } from '#offline/sync-triggers.ts'
import { useOnline } from '#ui/use-online.ts'

/**
 * Whether the server is out of reach. The last look decides, not the browser; a message that finds nobody asks for
 * another.
 */
export function useUnreachable(account: number): boolean {
  const online = useOnline()
  const reach = useSyncExternalStore(subscribeReach, reachSnapshot)
  const unsent = useLiveQuery(() => queryOutbox(database(), account), [account])
  const stranded = unsent?.some(({ error }) => error?.code === 'network') ?? false
  useEffect(() => {
    if (stranded) requestSync()
  }, [stranded])
  return reach === 'lost' || (reach === 'unknown' && !online)
}
