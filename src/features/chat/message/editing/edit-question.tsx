import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import * as v from 'valibot'
import { MESSAGE_MAX } from '#contract/limits.ts'
import { useChatProfile } from '#data/use-chat-profile.ts'
import { Button } from '#ui/button/button.tsx'
import { type Submitted, useAppForm } from '#ui/form/app-form.ts'
import { Form } from '#ui/form/form.tsx'
import { FormField } from '#ui/form/form-field.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { textOf } from '#ui/form/text-field.tsx'
import { isComposing } from '#ui/is-composing.ts'
import { fitHeight } from '../../composer/fit-height.ts'
import { sendsOnEnter } from '../../composer/sends-on-enter.ts'
import { messagesAfterRemoval } from '../actions/messages-after-removal.ts'
import styles from './edit-question.module.css'
import type { Editing } from './editing.ts'

const EditedQuestion = v.object({ question: v.string() })

export interface EditQuestionProps {
  text: string
  /** The state of the edit, stored outside the list. */
  editing: Editing
  /** Resolves with false when storing failed, and the editor stays open. Null where editing is not possible. */
  onSend: ((text: string) => Promise<boolean>) | null
  onClose: () => void
}

/** Edits a question in place; the messages after it become an earlier branch. */
export function EditQuestion({ text, editing, onSend, onClose }: EditQuestionProps) {
  const { t } = useLingui()
  const { enter_sends } = useChatProfile()
  const field = useRef<HTMLTextAreaElement>(null)
  const tooLong = useId()
  const form = useAppForm(EditedQuestion, { question: editing.text() })
  const canSend = (typed: string) =>
    onSend !== null && typed.trim() !== '' && typed.trim() !== text.trim() && typed.length <= MESSAGE_MAX

  useEffect(() => {
    const element = field.current
    if (!element) return
    fitHeight(element)
    if (!editing.isRequested()) return
    element.focus()
    element.setSelectionRange(element.value.length, element.value.length)
  }, [editing])

  const send = async ({ question }: Submitted<typeof form>) => {
    if (canSend(question) && (await onSend?.(question))) onClose()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape' && !isComposing(event)) {
      event.preventDefault()
      event.stopPropagation()
      // Only “Cancel” deletes what was typed, since this key is easily pressed by mistake.
      editing.stash(text)
      onClose()
    } else if (sendsOnEnter(event, enter_sends)) {
      event.preventDefault()
      event.currentTarget.form?.requestSubmit()
    }
  }
  return (
    // After the edit is sent, the question and its button of editing are gone, as another branch is shown.
    <Form ref={messagesAfterRemoval} of={form} className={styles.form} onSubmit={send}>
      <FormField name="question" inputRef={field}>
        {({ value, input }) => (
          <>
            <textarea
              {...input}
              className={styles.field}
              aria-label={t`Your question`}
              aria-describedby={textOf(value).length > MESSAGE_MAX ? tooLong : undefined}
              dir="auto"
              rows={2}
              value={textOf(value)}
              onChange={(event) => {
                input.onChange(event)
                editing.recordInput(event.target.value)
                fitHeight(event.target)
              }}
              onKeyDown={onKeyDown}
            />
            {textOf(value).length > MESSAGE_MAX ? (
              <p id={tooLong} className={styles.tooLong}>
                <Plural
                  value={textOf(value).length - MESSAGE_MAX}
                  one="# character too long"
                  other="# characters too long"
                />
              </p>
            ) : null}
            <p className={styles.note}>
              <Trans>What followed it stays as an earlier version that you can return to.</Trans>
            </p>
            <div className={styles.buttons}>
              <Button size="s" onClick={onClose}>
                <Trans>Cancel</Trans>
              </Button>
              <SubmitButton size="s" aria-disabled={!canSend(textOf(value))}>
                <Trans>Send again</Trans>
              </SubmitButton>
            </div>
          </>
        )}
      </FormField>
    </Form>
  )
}
