import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { database } from '#offline/database.ts'
import { loadOlderChats } from '#offline/sync-chats.ts'
import { api } from '#session/api.ts'
import { toastFailure } from '#ui/toast-failure.ts'

/** A new device begins with the newest chats only: whether the server has older ones, and how to bring the next page. */
export function useOlderChats(account: number) {
  const synced = useLiveQuery(() => database().sync.get([account, 'chats']), [account])
  const [loading, setLoading] = useState(false)
  const load = async () => {
    setLoading(true)
    try {
      await loadOlderChats({ db: database(), api, account })
    } catch (error) {
      toastFailure(error)
    } finally {
      setLoading(false)
    }
  }
  return { hasOlder: typeof synced?.next_cursor === 'string', loading, load }
}
