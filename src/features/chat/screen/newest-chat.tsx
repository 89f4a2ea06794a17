import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import { database } from '#offline/database.ts'
import { queryChats } from '#offline/queries.ts'
import { ChatHeader } from './chat-header.tsx'
import { ChatSkeleton } from './chat-skeleton.tsx'

/** Goes on to the newest chat; to a new one when there is none. Waits for the first list of a new device. */
export function NewestChat({ account, wide, tried }: { account: number; wide: boolean; tried: boolean }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const newest = useLiveQuery(async () => {
    const [chats, synced] = await Promise.all([
      queryChats(database(), account),
      database().sync.get([account, 'chats']),
    ])
    // Judged in here: `tried` beside an answer from before the first list would miss that list.
    return { id: chats[0]?.id, settled: synced !== undefined || tried }
  }, [account, tried])

  const chatId = newest?.id ?? (newest?.settled ? 'new' : undefined)
  useEffect(() => {
    if (chatId !== undefined) void navigate({ to: '/chat/$chatId', params: { chatId }, replace: true })
  }, [chatId, navigate])

  return (
    <>
      <ChatHeader title={t`Chat`} wide={wide} />
      <ChatSkeleton />
    </>
  )
}
