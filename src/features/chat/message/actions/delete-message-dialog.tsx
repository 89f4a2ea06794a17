import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { announce } from '#ui/feedback/live-region.tsx'
import type { Deletion } from './chat-actions.ts'
import { deleteMessage } from './delete-message.ts'

export interface DeleteMessageDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  userId: number
  chatId: string
  /** Still set while the dialog closes. */
  deletion: Deletion | null
}

/** Asks for confirmation before a message is deleted. */
export function DeleteMessageDialog(props: DeleteMessageDialogProps) {
  const { open, onOpenChange, userId, chatId, deletion } = props
  const { t } = useLingui()
  const texts = {
    question: [t`Delete question?`, t`The question and all its answers will be gone, on every device.`],
    answer: [t`Delete answer?`, t`The answer will be gone, on every device. Your question stays.`],
    version: [t`Delete this version?`, t`This version of the answer will be gone, on every device. The others stay.`],
  } as const
  // The button that opened the dialog is removed with the message, so the focus moves to the list of messages.
  const gone = useRef(false)
  useEffect(() => {
    if (open || !gone.current) return
    gone.current = false
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.querySelector<HTMLElement>('[data-messages]')?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [open])
  const [title, text] = texts[deletion?.what ?? 'answer']
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      text={text}
      danger
      confirmLabel={<Trans>Delete</Trans>}
      onConfirm={async () => {
        if (deletion === null) return
        await deleteMessage(userId, chatId, deletion.messageId)
        announce(t`Deleted`)
        gone.current = true
      }}
    />
  )
}
