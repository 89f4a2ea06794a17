import { useCallback, useState } from 'react'
import { isPassing, isUnreachable } from '#api/passing-error.ts'
import { database } from '#offline/database.ts'
import { syncChats } from '#offline/sync-chats.ts'
import { api } from '#session/api.ts'
import { useWhenReachable } from './use-when-reachable.ts'

/** Keeps the list of chats fresh; says whether the server was out of reach at the last try. */
export function useLibrarySync(account: number): boolean {
  const [unreachable, setUnreachable] = useState(false)
  const work = useCallback(
    async (signal: AbortSignal) => {
      try {
        await syncChats({ db: database(), api, account, signal })
        setUnreachable(false)
        return true
      } catch (error) {
        if (signal.aborted) return false
        setUnreachable(isUnreachable(error))
        if (!isPassing(error)) throw error
        return !isUnreachable(error)
      }
    },
    [account],
  )
  useWhenReachable(work)
  return unreachable
}
