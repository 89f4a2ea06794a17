import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { MESSAGE_MAX } from '#contract/limits.ts'
import { useChatProfile } from '#data/use-chat-profile.ts'
import { Button } from '#ui/button/button.tsx'
import { fitHeight } from '../../composer/fit-height.ts'
import { sendsOnEnter } from '../../composer/sends-on-enter.ts'
import styles from './edit-question.module.css'
import type { Editing } from './editing.ts'

export interface EditQuestionProps {
  /** As it was asked. */
  text: string
  /** What is typed, kept above the list. */
  editing: Editing
  /** False when it could not be stored: then it stays open. Null where nothing can be asked. */
  onSend: ((text: string) => Promise<boolean>) | null
  onClose: () => void
}

/** A question in other words, in its own place; what followed it becomes an earlier branch. */
export function EditQuestion({ text, editing, onSend, onClose }: EditQuestionProps) {
  const { t } = useLingui()
  const { enter_sends } = useChatProfile()
  const field = useRef<HTMLTextAreaElement>(null)
  const [value, setValue] = useState(editing.text)
  const [pending, setPending] = useState(false)
  const same = onSend === null || value.trim() === '' || value.trim() === text.trim() || value.length > MESSAGE_MAX

  useEffect(() => {
    const element = field.current
    if (!element) return
    fitHeight(element)
    if (!editing.asked()) return
    element.focus()
    element.setSelectionRange(element.value.length, element.value.length)
  }, [editing])

  const send = async () => {
    if (same || pending || onSend === null) return
    setPending(true)
    if (await onSend(value)) onClose()
    else setPending(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onClose()
    } else if (sendsOnEnter(event, enter_sends)) {
      event.preventDefault()
      void send()
    }
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <textarea
        ref={field}
        className={styles.field}
        aria-label={t`Your question`}
        dir="auto"
        rows={2}
        value={value}
        onChange={(event) => {
          setValue(event.target.value)
          editing.note(event.target.value)
          fitHeight(event.target)
        }}
        onKeyDown={onKeyDown}
      />
      <p className={styles.note}>
        <Trans>What followed it stays to be read as an earlier version.</Trans>
      </p>
      <div className={styles.buttons}>
        <Button size="s" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button size="s" type="submit" variant="primary" pending={pending} aria-disabled={same}>
          <Trans>Send again</Trans>
        </Button>
      </div>
    </form>
  )
}
