import { Trans, useLingui } from '@lingui/react/macro'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

export interface DiscardDialogProps {
  open: boolean
  onClose: () => void
  onConfirm: () => Promise<void>
}

export function DiscardDialog({ open, onClose, onConfirm }: DiscardDialogProps) {
  const { t } = useLingui()
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={t`Discard this message?`}
      text={<Trans>It was never sent, so its words exist only here.</Trans>}
      confirmLabel={t`Discard`}
      danger
      onConfirm={onConfirm}
    />
  )
}
