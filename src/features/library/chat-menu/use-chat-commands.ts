import { useNavigate, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { focusList } from '../focus-list.ts'
import { archiveChats } from './archive-chats.ts'
import { setChatsPinned, setChatsSaved } from './change-chats.ts'
import { deleteChats } from './delete-chats.ts'

/** Returns the actions that need no dialog. Failures are shown in a toast. */
export function useChatCommands(userId: number) {
  const navigate = useNavigate()
  const router = useRouter()
  return useMemo(
    () => ({
      save: (chatIds: readonly string[], saved: boolean) => {
        setChatsSaved(userId, chatIds, saved).catch(toastFailure)
      },
      pin: (chatIds: readonly string[], pinned: boolean) => {
        setChatsPinned(userId, chatIds, pinned).catch(toastFailure)
      },
      archive: (chatIds: readonly string[], archived: boolean) => {
        archiveChats(userId, chatIds, archived).catch(toastFailure)
      },
      /** `open`: the chat on the screen. If it is deleted, the newest other chat opens; Undo opens it again. */
      remove: (chatIds: readonly string[], open: string | undefined) => {
        /** The address to which the deletion navigated. */
        let led: string | undefined
        const onBack = (back: readonly string[]) => {
          // A user who has opened another chat since then stays there.
          if (open === undefined || !back.includes(open) || (led && led !== router.latestLocation.pathname)) return
          void navigate({ to: '/chat/$chatId', params: { chatId: open } })
        }
        deleteChats(userId, chatIds, onBack)
          .then(() => {
            focusList()
            if (open === undefined) return
            return navigate({ to: '/chat', replace: true }).then(() => {
              led = router.latestLocation.pathname
            })
          })
          .catch(toastFailure)
      },
    }),
    [userId, navigate, router],
  )
}
