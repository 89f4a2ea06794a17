import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useRef } from 'react'
import * as v from 'valibot'
import { CHAT_TITLE_MAX } from '#contract/limits.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { type Submitted, useAppForm } from '#ui/form/app-form.ts'
import { Form } from '#ui/form/form.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { renameChat } from '../chat-menu/change-chats.ts'

const Title = v.object({ title: v.pipe(v.string(), v.trim(), v.nonEmpty('title_required')) })

interface RenameDialogProps {
  userId: number
  chat: { id: string; title: string }
  open: boolean
  onClose: () => void
}

export function RenameDialog({ userId, chat, open, onClose }: RenameDialogProps) {
  const { t } = useLingui()
  const id = useId()
  const form = useAppForm(Title, { title: chat.title }, { checked: 'on submit' })
  const input = useRef<HTMLInputElement>(null)

  const save = async ({ title }: Submitted<typeof form>) => {
    try {
      if (title !== chat.title) await renameChat(userId, chat.id, title)
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
      holds
      initialFocus={input}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={id} variant="primary">
            <Trans>Rename</Trans>
          </Button>
        </>
      }
    >
      <Form of={form} id={id} onSubmit={save}>
        <TextField
          name="title"
          label={t`Title`}
          inputRef={input}
          onFocus={(event) => event.currentTarget.select()}
          maxLength={CHAT_TITLE_MAX}
          required
        />
      </Form>
    </Dialog>
  )
}
