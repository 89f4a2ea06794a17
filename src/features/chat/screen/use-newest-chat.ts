import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { useLiveQuery } from '#data/use-live-query.ts'
import { database } from '#offline/database/database.ts'
import { queryNewestChat } from '#offline/database/queries.ts'
import { openList } from './list-drawer-state.ts'

/**
 * While `looking`, opens the newest chat of the offline copy, or a new one when there is none. On a new device it opens
 * a new chat at once, while the list still loads, so that the user can write. `?list=open`, a shortcut of the installed
 * app, opens the list over it on a phone. Returns a function to call when the user types: a chat that is found later
 * then no longer replaces the new one.
 */
export function useNewestChat(userId: number, looking: boolean, wide: boolean): () => void {
  const navigate = useNavigate()
  const router = useRouter()
  const chatId = useLiveQuery(
    async () => (looking ? ((await queryNewestChat(database(), userId)) ?? 'new') : undefined),
    [userId, looking],
  )
  useEffect(() => {
    if (!looking || chatId === undefined) return
    const { list } = router.state.location.search as { list?: unknown }
    const moved = navigate({ to: '/chat/$chatId', params: { chatId }, replace: true })
    if (list === 'open' && !wide) moved.then(() => openList(router), reportError)
  }, [looking, chatId, navigate, router, wide])
  return useCallback(() => {
    // A chat which the user has chosen in the meantime, and which is still loading, must not be replaced.
    const isHere = /^\/chat\/?$/.test(router.latestLocation.pathname)
    if (looking && isHere) void navigate({ to: '/chat/$chatId', params: { chatId: 'new' }, replace: true })
  }, [looking, navigate, router])
}
