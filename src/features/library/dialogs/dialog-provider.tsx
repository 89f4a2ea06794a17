import { type ReactNode, useCallback, useState } from 'react'
import { lazyModule } from '#lib/lazy/lazy-module.ts'
import { usePopup } from '#ui/use-popup.ts'
import { type DialogRequest, OpenDialogContext } from './dialog-context.ts'

const dialogs = lazyModule(() => import('./library-dialogs.tsx'))

/** Provides the library's dialogs to its children; in the drawer of a phone they belong to the drawer. */
export function DialogProvider({ userId, children }: { userId: number; children: ReactNode }) {
  // The key remounts the dialog for each request, so that no state of the previous one remains.
  const [request, setRequest] = useState<(DialogRequest & { key: number }) | null>(null)
  const [open, setOpen] = useState(false)
  const part = usePopup(dialogs, open, setOpen)
  const openDialog = useCallback((next: DialogRequest) => {
    setRequest((before) => ({ ...next, key: (before?.key ?? 0) + 1 }))
    setOpen(true)
  }, [])
  const close = (done: boolean) => {
    setOpen(false)
    if (done && request && 'onDone' in request) request.onDone?.()
  }
  return (
    <OpenDialogContext value={openDialog}>
      {children}
      {part && request ? (
        <part.LibraryDialogs key={request.key} userId={userId} request={request} open={open} onClose={close} />
      ) : null}
    </OpenDialogContext>
  )
}
