import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useRef } from 'react'
import { CHAT_TITLE_MAX } from '#contract/limits.ts'
import type { ChatRow } from '#offline/rows.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { renameChat } from './change-chat.ts'

export interface ChatDialogProps {
  chat: ChatRow
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function RenameDialog({ chat, open, onOpenChange }: ChatDialogProps) {
  const { t } = useLingui()
  const form = useId()
  const input = useRef<HTMLInputElement>(null)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const title = input.current?.value.trim() ?? ''
    if (title !== '' && title !== chat.title) await renameChat(chat.account, chat.id, title)
    onOpenChange(false)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t`Rename chat`}
      size="s"
      initialFocus={input}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>
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
