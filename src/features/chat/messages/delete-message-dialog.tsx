import { Trans, useLingui } from '@lingui/react/macro'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import type { Deletion } from './chat-actions.ts'

export interface DeleteMessageDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Stays while the dialog closes. */
  deletion: Deletion | null
  onDelete: (deletion: Deletion) => Promise<unknown>
}

/** The second step of deleting a message. */
export function DeleteMessageDialog({ open, onOpenChange, deletion, onDelete }: DeleteMessageDialogProps) {
  const { t } = useLingui()
  const words = {
    question: [t`Delete question?`, t`The question and all its answers will be gone, on every device.`],
    answer: [t`Delete answer?`, t`The answer will be gone, on every device. Your question stays.`],
    version: [t`Delete this version?`, t`This version of the answer will be gone, on every device. The others stay.`],
  } as const
  const [title, text] = words[deletion?.what ?? 'answer']
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      text={text}
      danger
      confirmLabel={<Trans>Delete</Trans>}
      onConfirm={() => deletion && onDelete(deletion)}
    />
  )
}
