import { useLingui } from '@lingui/react/macro'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import { database } from '#offline/database.ts'
import { queryNewestChat } from '#offline/queries.ts'
import { ChatHeader } from './chat-header.tsx'
import { ChatSkeleton } from './chat-skeleton.tsx'
import { openList } from './list-state.ts'

/**
 * Goes on to the newest chat of the copy; to a new one when it has none. On a new device that is at once, while
 * the list is still on its way: whoever opens Companion can write. `?list=open`, a shortcut of the installed app,
 * opens the list over it on a phone.
 */
export function NewestChat({ account, wide }: { account: number; wide: boolean }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const router = useRouter()
  const chatId = useLiveQuery(async () => (await queryNewestChat(database(), account)) ?? 'new', [account])
  useEffect(() => {
    if (chatId === undefined) return
    const { list } = router.state.location.search as { list?: unknown }
    const moved = navigate({ to: '/chat/$chatId', params: { chatId }, replace: true })
    if (list === 'open' && !wide) moved.then(() => openList(router), reportError)
  }, [chatId, navigate, router, wide])

  return (
    <>
      <ChatHeader title={t`Chat`} wide={wide} />
      <ChatSkeleton />
    </>
  )
}
