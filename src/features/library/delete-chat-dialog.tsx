import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { deleteChat } from './change-chat.ts'
import type { ChatDialogProps } from './rename-dialog.tsx'

/** The open chat is the one that is deleted, so what follows is the newest of the others. */
export function DeleteChatDialog({ chat, open, onOpenChange }: ChatDialogProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const title = chat.title
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t`Delete this chat?`}
      text={<Trans>“{title}” and all of its messages will be deleted, on every device. This cannot be undone.</Trans>}
      confirmLabel={t`Delete`}
      danger
      onConfirm={async () => {
        await deleteChat(chat.account, chat.id)
        await navigate({ to: '/chat', replace: true })
      }}
    />
  )
}
