import { type ReactNode, useMemo, useState } from 'react'
import type { Message } from '#contract/objects/chat.ts'
import { lazyModule } from '#lib/lazy/lazy-module.ts'
import { usePopup } from '#ui/use-popup.ts'

const reportDialog = lazyModule(() => import('../report/report-dialog.tsx'))
const offerDialog = lazyModule(() => import('../offer/offer-dialog.tsx'))
const rememberDialog = lazyModule(() => import('../../memory/remember-dialog.tsx'))

/** Returns the dialogs of the actions, loaded at first use. Their content remains while they close. */
export function useLazyDialogs(userId: number) {
  const [opened, setOpened] = useState<'remember' | 'report' | 'offer' | null>(null)
  const [text, setText] = useState('')
  const [answer, setAnswer] = useState<Message | null>(null)
  const openers = useMemo(
    () => ({
      remember: (about: string) => {
        setText(about)
        setOpened('remember')
      },
      report: (about: Message) => {
        setAnswer(about)
        setOpened('report')
      },
      offer: (about: Message) => {
        setAnswer(about)
        setOpened('offer')
      },
    }),
    [],
  )
  const onOpenChange = (open: boolean) => open || setOpened(null)
  const remembering = usePopup(rememberDialog, opened === 'remember', onOpenChange)
  const reporting = usePopup(reportDialog, opened === 'report', onOpenChange)
  const offering = usePopup(offerDialog, opened === 'offer', onOpenChange)
  const dialogs: ReactNode = (
    <>
      {remembering ? (
        <remembering.RememberDialog open={opened === 'remember'} onOpenChange={onOpenChange} text={text} />
      ) : null}
      {reporting && answer ? (
        <reporting.ReportDialog
          open={opened === 'report'}
          onOpenChange={onOpenChange}
          userId={userId}
          answer={answer}
        />
      ) : null}
      {offering && answer ? (
        <offering.OfferDialog open={opened === 'offer'} onOpenChange={onOpenChange} userId={userId} answer={answer} />
      ) : null}
    </>
  )
  return { openers, dialogs }
}
