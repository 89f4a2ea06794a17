import { type ReactNode, useCallback, useState } from 'react'
import { lazyModule } from '#lib/lazy/lazy-module.ts'
import { usePopup } from '#ui/use-popup.ts'
import { AskContext, type Asked } from './dialog-context.ts'

const dialogs = lazyModule(() => import('./library-dialogs.tsx'))

/** Shows the library's dialogs to whoever asks inside; in the drawer of a phone they belong to the drawer. */
export function AskProvider({ account, children }: { account: number; children: ReactNode }) {
  // The key makes each asking a dialog of its own, with nothing left of the one before.
  const [asked, setAsked] = useState<(Asked & { key: number }) | null>(null)
  const [open, setOpen] = useState(false)
  const part = usePopup(dialogs, open, setOpen)
  const ask = useCallback((next: Asked) => {
    setAsked((before) => ({ ...next, key: (before?.key ?? 0) + 1 }))
    setOpen(true)
  }, [])
  const close = (done: boolean) => {
    setOpen(false)
    if (done && asked && 'onDone' in asked) asked.onDone?.()
  }
  return (
    <AskContext value={ask}>
      {children}
      {part && asked ? (
        <part.LibraryDialogs key={asked.key} account={account} asked={asked} open={open} onClose={close} />
      ) : null}
    </AskContext>
  )
}
