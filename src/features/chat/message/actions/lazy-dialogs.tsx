import { type ReactNode, useMemo, useState } from 'react'
import { lazyModule } from '#lib/lazy/lazy-module.ts'
import { usePopup } from '#ui/use-popup.ts'
import type { Deletion } from './chat-actions.ts'

const deleteDialog = lazyModule(() => import('./delete-message-dialog.tsx'))
const rememberDialog = lazyModule(() => import('../../memory/remember-dialog.tsx'))

/** Returns the confirmation dialogs of the actions, loaded at first use. Their content remains while they close. */
export function useLazyDialogs(userId: number, chatId: string) {
  const [opened, setOpened] = useState<'delete' | 'remember' | null>(null)
  const [deletion, setDeletion] = useState<Deletion | null>(null)
  const [text, setText] = useState('')
  const openers = useMemo(
    () => ({
      confirmDelete: (about: Deletion) => {
        setDeletion(about)
        setOpened('delete')
      },
      remember: (about: string) => {
        setText(about)
        setOpened('remember')
      },
    }),
    [],
  )
  const onOpenChange = (open: boolean) => open || setOpened(null)
  const deleting = usePopup(deleteDialog, opened === 'delete', onOpenChange)
  const remembering = usePopup(rememberDialog, opened === 'remember', onOpenChange)
  const dialogs: ReactNode = (
    <>
      {deleting ? (
        <deleting.DeleteMessageDialog
          open={opened === 'delete'}
          onOpenChange={onOpenChange}
          userId={userId}
          chatId={chatId}
          deletion={deletion}
        />
      ) : null}
      {remembering ? (
        <remembering.RememberDialog open={opened === 'remember'} onOpenChange={onOpenChange} text={text} />
      ) : null}
    </>
  )
  return { openers, dialogs }
}
