import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { toastFailure } from '#ui/toast-failure.ts'
import { setChatsSaved } from './change-chats.ts'
import { deleteChats } from './delete-chats.ts'
import { focusList } from './focus-list.ts'

/** What needs no dialog. What fails says so in a toast. */
export function useChatActions(account: number) {
  const navigate = useNavigate()
  return useMemo(
    () => ({
      save: (chats: readonly string[], saved: boolean) => {
        setChatsSaved(account, chats, saved).catch(toastFailure)
      },
      /** `open`: the chat on the screen, if it is among them; the newest of the others follows, and with Undo it is back. */
      remove: (chats: readonly string[], open: string | undefined) => {
        const onBack = (back: readonly string[]) => {
          if (open === undefined || !back.includes(open)) return
          void navigate({ to: '/chat/$chatId', params: { chatId: open } })
        }
        deleteChats(account, chats, onBack)
          .then(() => {
            focusList()
            if (open !== undefined) return navigate({ to: '/chat', replace: true })
          })
          .catch(toastFailure)
      },
    }),
    [account, navigate],
  )
}
