import { useRef } from 'react'
import { Dialog, type DialogProps } from '../dialog/dialog.tsx'
import { SendingContext } from './form-context.ts'

/**
 * A dialog around a form. It cannot be dismissed during a submit, so that the user sees the result and its end does not
 * close another dialog.
 */
export function FormDialog({ onOpenChange, children, ...dialog }: Omit<DialogProps, 'asks' | 'holds'>) {
  const sending = useRef(false)
  return (
    <Dialog {...dialog} onOpenChange={(open) => sending.current || onOpenChange(open)} holds>
      <SendingContext value={sending}>{children}</SendingContext>
    </Dialog>
  )
}
