import { useEffect, useSyncExternalStore } from 'react'
import { useOutbox } from '#data/use-outbox.ts'
import type { OutboxEntry } from '#offline/database/rows.ts'
import { reachability } from '#offline/sync/reachability.ts'
import { requestSync } from '#offline/sync/request-sync.ts'
import { useOnline } from '#ui/use-online.ts'

/**
 * Returns whether the server is unreachable. The last request decides; `navigator.onLine` does only while the state is
 * `unknown`. A failed send triggers another request.
 */
export function useUnreachable(userId: number): boolean {
  const online = useOnline()
  const state = useSyncExternalStore(reachability.subscribe, reachability.get)
  const stranded = useOutbox(userId, hasStranded) === true
  useEffect(() => {
    if (stranded) requestSync()
  }, [stranded])
  return state === 'lost' || (state === 'unknown' && !online)
}

const hasStranded = (unsent: readonly OutboxEntry[]) => unsent.some(({ error }) => error?.code === 'network')
