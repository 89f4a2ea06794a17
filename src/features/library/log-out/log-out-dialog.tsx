import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { queryClient } from '#data/query-client.ts'
import { describeFailure } from '#i18n/describe-error.ts'
import { currentLanguage } from '#i18n/i18n.ts'
import { countUnsent, isAnyUnsent, type UnsentCounts } from '#offline/outbox/count-unsent.ts'
import { Button } from '#ui/button/button.tsx'
import { UnsentItems } from '#ui/data-display/unsent-items.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { useOnline } from '#ui/use-online.ts'
import styles from './log-out-dialog.module.css'
import { sendBeforeLogOut } from './send-before-log-out.ts'

const none: UnsentCounts = { messages: 0, changes: 0, drafts: 0, files: 0 }

interface LogOutDialogProps {
  userId: number
  /** Null: the dialog is closed. `unknown`: the database cannot be read. */
  unsent: UnsentCounts | 'unknown' | null
  onChange: (unsent: UnsentCounts | null) => void
  logOut: () => Promise<void>
}

/** Warns when logging out would lose unsent data and offers to send it first. Cancel has the focus. */
export function LogOutDialog({ userId, unsent, onChange, logOut }: LogOutDialogProps) {
  const { t } = useLingui()
  const isOnline = useOnline()
  const cancel = useRef<HTMLButtonElement>(null)
  // The numbers remain visible while the dialog closes.
  const last = useRef<UnsentCounts | 'unknown'>(none)
  if (unsent) last.current = unsent
  const isUnknown = last.current === 'unknown'
  const counts = last.current === 'unknown' ? none : last.current

  const leave = async (): Promise<'left'> => {
    onChange(null)
    await logOut()
    return 'left'
  }
  const send = async () => {
    const isSent = await sendBeforeLogOut(userId)
    const left = await countUnsent(userId)
    if (!isAnyUnsent(left)) return leave()
    onChange(left)
    return isSent ? 'sent' : 'unsent'
  }
  const action = useMutation(
    { mutationFn: (what: 'sending' | 'leaving') => (what === 'sending' ? send() : leave()) },
    queryClient,
  )
  const busy = action.isPending ? action.variables : null
  const close = () => {
    if (busy) return
    action.reset()
    onChange(null)
  }
  return (
    <Dialog
      open={unsent !== null}
      onOpenChange={close}
      title={t`Log out?`}
      description={
        isUnknown
          ? t`What is only on this device could not be read. Logging out removes it, unsent messages and drafts too.`
          : t`This is only on this device, and logging out removes it:`
      }
      size="s"
      initialFocus={cancel}
      asks
      actions={
        <>
          <Button ref={cancel} onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="danger" pending={busy === 'leaving'} onClick={() => busy || action.mutate('leaving')}>
            <Trans>Log out anyway</Trans>
          </Button>
          {isOnline && counts.messages + counts.changes > 0 ? (
            <Button
              variant="primary"
              pending={busy === 'sending'}
              pendingLabel={t`Sending…`}
              onClick={() => busy || action.mutate('sending')}
            >
              <Trans>Send first</Trans>
            </Button>
          ) : null}
        </>
      }
    >
      <ul className={styles.list}>
        <UnsentItems {...counts} />
      </ul>
      <div role="alert" className={styles.failure}>
        {action.isError ? describeFailure(action.error, currentLanguage()) : null}
        {action.data === 'unsent' ? t`Not everything could be sent. Try again, or look at the chat to see why` : null}
      </div>
    </Dialog>
  )
}
