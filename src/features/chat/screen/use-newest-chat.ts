import { useNavigate, useRouter } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback, useEffect } from 'react'
import { database } from '#offline/database/database.ts'
import { queryNewestChat } from '#offline/database/queries.ts'
import { openList } from './list-drawer-state.ts'

/**
 * While `looking`, goes on to the newest chat of the copy; to a new one when it has none. On a new device that is at
 * once, while the list is still on its way: whoever opens Companion can write. `?list=open`, a shortcut of the installed
 * app, opens the list over it on a phone. Returns what to call once something is typed: it is for a new chat, which no
 * chat that is found later takes the place of.
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
    // A chat that was chosen meanwhile, and is still loading, stays the one to open.
    const isHere = /^\/chat\/?$/.test(router.latestLocation.pathname)
    if (looking && isHere) void navigate({ to: '/chat/$chatId', params: { chatId: 'new' }, replace: true })
  }, [looking, navigate, router])
}
