import { type ReactNode, useMemo, useState } from 'react'
import { lazyModule } from '#lib/lazy/lazy-module.ts'
import { usePopup } from '#ui/use-popup.ts'
import type { Deletion } from './chat-actions.ts'

const deleteDialog = lazyModule(() => import('./delete-message-dialog.tsx'))
const rememberDialog = lazyModule(() => import('../../memory/remember-dialog.tsx'))

/** The questions that some actions ask first, fetched when one is; what was asked about stays while a dialog closes. */
export function useLazyDialogs(account: number, chat: string) {
  const [asked, setAsked] = useState<'delete' | 'remember' | null>(null)
  const [deletion, setDeletion] = useState<Deletion | null>(null)
  const [text, setText] = useState('')
  const ask = useMemo(
    () => ({
      askDelete: (about: Deletion) => {
        setDeletion(about)
        setAsked('delete')
      },
      remember: (about: string) => {
        setText(about)
        setAsked('remember')
      },
    }),
    [],
  )
  const onOpenChange = (open: boolean) => open || setAsked(null)
  const deleting = usePopup(deleteDialog, asked === 'delete', onOpenChange)
  const remembering = usePopup(rememberDialog, asked === 'remember', onOpenChange)
  const dialogs: ReactNode = (
    <>
      {deleting ? (
        <deleting.DeleteMessageDialog
          open={asked === 'delete'}
          onOpenChange={onOpenChange}
          account={account}
          chat={chat}
          deletion={deletion}
        />
      ) : null}
      {remembering ? (
        <remembering.RememberDialog open={asked === 'remember'} onOpenChange={onOpenChange} text={text} />
      ) : null}
    </>
  )
  return { ask, dialogs }
}
