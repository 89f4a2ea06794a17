import { useRef } from 'react'
import { Dialog, type DialogProps } from '../dialog/dialog.tsx'
import { SendingContext } from './form-context.ts'

/**
 * A dialog around a form. While the form is sent it cannot be dismissed, so that its end closes no other that was opened
 * meanwhile, and what it is answered is seen.
 */
export function FormDialog({ onOpenChange, children, ...dialog }: Omit<DialogProps, 'asks' | 'holds'>) {
  const sending = useRef(false)
  return (
    <Dialog {...dialog} onOpenChange={(open) => sending.current || onOpenChange(open)} holds>
      <SendingContext value={sending}>{children}</SendingContext>
    </Dialog>
  )
}
