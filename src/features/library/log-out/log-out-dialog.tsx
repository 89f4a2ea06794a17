import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { describeFailure } from '#i18n/describe-error.ts'
import { currentLanguage } from '#i18n/i18n.ts'
import { countUnsent, isAnyUnsent, type Unsent } from '#offline/outbox/count-unsent.ts'
import { Button } from '#ui/button/button.tsx'
import { UnsentItems } from '#ui/data-display/unsent-items.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { useOnline } from '#ui/use-online.ts'
import styles from './log-out-dialog.module.css'
import { sendFirst } from './send-before-log-out.ts'

interface LogOutDialogProps {
  account: number
  /** Null: closed. */
  unsent: Unsent | null
  onChange: (unsent: Unsent | null) => void
  logOut: () => Promise<void>
}

/** Before anything would be lost: says what, and offers to send it first. Cancel has the focus. */
export function LogOutDialog({ account, unsent, onChange, logOut }: LogOutDialogProps) {
  const { t } = useLingui()
  const isOnline = useOnline()
  const cancel = useRef<HTMLButtonElement>(null)
  const [busy, setBusy] = useState<'sending' | 'leaving' | null>(null)
  const [failure, setFailure] = useState('')
  // The numbers stay while the dialog closes.
  const last = useRef<Unsent>({ messages: 0, changes: 0, drafts: 0 })
  if (unsent) last.current = unsent
  const { messages, changes } = last.current

  const run = async (what: 'sending' | 'leaving', work: () => Promise<void>) => {
    setBusy(what)
    setFailure('')
    try {
      await work()
    } catch (error) {
      setFailure(describeFailure(error, currentLanguage()))
    } finally {
      setBusy(null)
    }
  }
  const leave = async () => {
    onChange(null)
    await logOut()
  }
  const send = async () => {
    const isSent = await sendFirst(account)
    const left = await countUnsent(account)
    if (!isAnyUnsent(left)) return leave()
    onChange(left)
    if (!isSent) setFailure(t`Not everything could be sent. Try again, or look at the chat to see why`)
  }
  const close = () => {
    if (busy) return
    setFailure('')
    onChange(null)
  }
  return (
    <Dialog
      open={unsent !== null}
      onOpenChange={close}
      title={t`Log out?`}
      description={t`This is only on this device, and logging out removes it:`}
      size="s"
      initialFocus={cancel}
      asks
      actions={
        <>
          <Button ref={cancel} onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="danger" pending={busy === 'leaving'} onClick={() => busy || void run('leaving', leave)}>
            <Trans>Log out anyway</Trans>
          </Button>
          {isOnline && messages + changes > 0 ? (
            <Button
              variant="primary"
              pending={busy === 'sending'}
              pendingLabel={t`Sending…`}
              onClick={() => busy || void run('sending', send)}
            >
              <Trans>Send first</Trans>
            </Button>
          ) : null}
        </>
      }
    >
      <ul className={styles.list}>
        <UnsentItems {...last.current} />
      </ul>
      <div role="alert" className={styles.failure}>
        {failure}
      </div>
    </Dialog>
  )
}
