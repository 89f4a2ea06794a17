import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isApiError } from '#api/errors.ts'
import { isPassing, isUnreachable } from '#api/passing-error.ts'
import { database } from '#offline/database.ts'
import { requestFlush } from '#offline/flush-triggers.ts'
import { queryOutbox } from '#offline/queries.ts'
import { syncChats } from '#offline/sync-chats.ts'
import { wakeUnreached } from '#offline/wake-unreached.ts'
import { api } from '#session/api.ts'
import { useOnline } from './use-online.ts'
import { useWhenReachable } from './use-when-reachable.ts'

/**
 * Keeps the list of chats fresh; says whether the server is out of reach. The last call decides, not the browser: it
 * knows of a network, not of what is at its other end. A message that finds nobody asks again.
 */
export function useLibrarySync(account: number): boolean {
  const online = useOnline()
  const [reach, setReach] = useState<'unknown' | 'reached' | 'lost'>('unknown')
  const lost = useRef(false)
  const work = useCallback(
    async (signal: AbortSignal) => {
      const db = database()
      try {
        await syncChats({ db, api, account, signal })
        setReach('reached')
        if (lost.current) await wakeUnreached(db, account).then(requestFlush)
        lost.current = false
        return true
      } catch (error) {
        if (signal.aborted) return false
        lost.current = isOutOfReach(error)
        setReach(lost.current ? 'lost' : 'reached')
        if (!isPassing(error)) throw error
        return !lost.current
      }
    },
    [account],
  )
  const look = useWhenReachable(work)

  useEffect(() => {
    if (online) return
    setReach('unknown')
    look()
  }, [online, look])
  const unsent = useLiveQuery(() => queryOutbox(database(), account), [account])
  const stranded = unsent?.some(({ error }) => error?.code === 'network') ?? false
  useEffect(() => {
    if (stranded) look()
  }, [stranded, look])

  return reach === 'lost' || (reach === 'unknown' && !online)
}

/** No answer, an answer of something in between (a proxy, a captive portal), or a server in trouble. */
function isOutOfReach(error: unknown): boolean {
  return isUnreachable(error) || (isApiError(error) && (!error.recognised || error.status >= 500))
}
