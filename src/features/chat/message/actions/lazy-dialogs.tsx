import { type ReactNode, useMemo, useState } from 'react'
import type { Message } from '#contract/objects/chat.ts'
import { lazyModule } from '#lib/lazy/lazy-module.ts'
import { usePopup } from '#ui/use-popup.ts'

const reportDialog = lazyModule(() => import('../report/report-dialog.tsx'))
const rememberDialog = lazyModule(() => import('../../memory/remember-dialog.tsx'))

/** Returns the dialogs of the actions, loaded at first use. Their content remains while they close. */
export function useLazyDialogs(userId: number) {
  const [opened, setOpened] = useState<'remember' | 'report' | null>(null)
  const [text, setText] = useState('')
  const [reported, setReported] = useState<Message | null>(null)
  const openers = useMemo(
    () => ({
      remember: (about: string) => {
        setText(about)
        setOpened('remember')
      },
      report: (answer: Message) => {
        setReported(answer)
        setOpened('report')
      },
    }),
    [],
  )
  const onOpenChange = (open: boolean) => open || setOpened(null)
  const remembering = usePopup(rememberDialog, opened === 'remember', onOpenChange)
  const reporting = usePopup(reportDialog, opened === 'report', onOpenChange)
  const dialogs: ReactNode = (
    <>
      {remembering ? (
        <remembering.RememberDialog open={opened === 'remember'} onOpenChange={onOpenChange} text={text} />
      ) : null}
      {reporting && reported ? (
        <reporting.ReportDialog
          open={opened === 'report'}
          onOpenChange={onOpenChange}
          userId={userId}
          answer={reported}
        />
      ) : null}
    </>
  )
  return { openers, dialogs }
}
