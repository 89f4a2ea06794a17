import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useRef } from 'react'
import { CHAT_TITLE_MAX } from '#contract/limits.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { Field } from '#ui/input/field.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { renameChat } from '../chat-menu/change-chats.ts'

interface RenameDialogProps {
  account: number
  chat: { id: string; title: string }
  open: boolean
  onClose: () => void
}

export function RenameDialog({ account, chat, open, onClose }: RenameDialogProps) {
  const { t } = useLingui()
  const form = useId()
  const input = useRef<HTMLInputElement>(null)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const title = input.current?.value.trim() ?? ''
    try {
      if (title !== '' && title !== chat.title) await renameChat(account, chat.id, title)
      onClose()
    } catch (error) {
      toastFailure(error)
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t`Rename chat`}
      size="s"
      initialFocus={input}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={form} variant="primary">
            <Trans>Rename</Trans>
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={save}>
        <Field label={t`Title`}>
          <TextInput
            ref={input}
            onFocus={(event) => event.currentTarget.select()}
            defaultValue={chat.title}
            maxLength={CHAT_TITLE_MAX}
            required
            dir="auto"
          />
        </Field>
      </form>
    </Dialog>
  )
}
