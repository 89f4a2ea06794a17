import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import { database } from '#offline/database.ts'
import { queryChats } from '#offline/queries.ts'
import { ChatHeader } from './chat-header.tsx'
import { ChatSkeleton } from './chat-skeleton.tsx'

/**
 * Goes on to the newest chat of the copy; to a new one when it has none. On a new device that is at once, while
 * the list is still on its way: whoever opens Companion can write.
 */
export function NewestChat({ account, wide }: { account: number; wide: boolean }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const chatId = useLiveQuery(async () => (await queryChats(database(), account))[0]?.id ?? 'new', [account])
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
