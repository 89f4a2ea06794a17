import { useLingui } from '@lingui/react/macro'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { describeFailure } from '#i18n/describe-error.ts'
import { currentLanguage } from '#i18n/i18n.ts'
import { Button } from '../button/button.tsx'
import styles from './confirm-dialog.module.css'
import { Dialog, type DialogProps } from './dialog.tsx'

export type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  text: ReactNode
  /** Details about the consequences. */
  children?: ReactNode
  confirmLabel: ReactNode
  pendingLabel?: ReactNode
  /** While what is to be confirmed is not known yet. */
  confirmDisabled?: boolean
  cancelLabel?: ReactNode
  /** The dialog closes when it resolves; when it rejects, the dialog stays open and shows the error. */
  onConfirm: () => Promise<unknown> | unknown
  danger?: boolean | undefined
  /** See `Dialog`. */
  finalFocus?: DialogProps['finalFocus']
  /** The element to focus once it is confirmed, where that removes the button that opened the dialog. */
  focusAfter?: RefObject<HTMLElement | null>
}

/** Asks for confirmation before an action that cannot be undone. Cancel has the initial focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useLingui()
  const { open, onOpenChange, title, text, children, onConfirm } = props
  const { confirmLabel, pendingLabel, confirmDisabled, cancelLabel, danger, focusAfter } = props
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState('')
  const cancel = useRef<HTMLButtonElement>(null)
  const isConfirmed = useRef(false)
  const { finalFocus = focusAfter && (() => (isConfirmed.current ? focusAfter.current : null)) } = props

  async function confirm() {
    setPending(true)
    setFailure('')
    try {
      await onConfirm()
      isConfirmed.current = true
      onOpenChange(false)
    } catch (error) {
      setFailure(describeFailure(error, currentLanguage()))
    } finally {
      setPending(false)
    }
  }
  function change(next: boolean) {
    if (pending) return
    isConfirmed.current = false
    setFailure('')
    onOpenChange(next)
  }
  const actions = (
    <>
      <Button ref={cancel} onClick={() => change(false)}>
        {cancelLabel ?? t`Cancel`}
      </Button>
      <Button
        variant={danger ? 'danger' : 'primary'}
        disabled={confirmDisabled && !pending}
        pending={pending}
        pendingLabel={pendingLabel}
        onClick={confirm}
      >
        {confirmLabel}
      </Button>
    </>
  )
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={title}
      description={text}
      actions={actions}
      size="s"
      initialFocus={cancel}
      finalFocus={finalFocus}
      asks
    >
      {children}
      <div role="alert" className={styles.failure}>
        {failure}
      </div>
    </Dialog>
  )
}
