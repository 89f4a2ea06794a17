import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import { isExpectedError } from '#api/expected-error.ts'
import { database } from '#offline/database/database.ts'
import { loadDeleted } from '#offline/deleted/load-deleted.ts'
import { type DeletedChat, queryDeleted } from '#offline/deleted/query-deleted.ts'
import { api } from '#session/api.ts'
import { useOnline } from '#ui/use-online.ts'

/** Returns the chats in Recently deleted from this device, and loads those that only the server has. */
export function useDeleted(userId: number): DeletedChat[] | undefined {
  const isOnline = useOnline()
  useEffect(() => {
    if (!isOnline) return
    const ending = new AbortController()
    loadDeleted({ db: database(), api, userId, signal: ending.signal }).catch((error: unknown) => {
      // What is here is shown; the next visit tries again.
      if (!ending.signal.aborted && !isExpectedError(error)) reportError(error)
    })
    return () => ending.abort()
  }, [userId, isOnline])
  return useLiveQuery(() => queryDeleted(database(), userId), [userId])
}
