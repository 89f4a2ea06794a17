import { Trans, useLingui } from '@lingui/react/macro'
import { type Ref, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { MEMORY_MAX } from '#contract/limits.ts'
import type { Memory } from '#contract/objects/chat-profile.ts'
import { changeChatProfile } from '#data/use-chat-profile.ts'
import { Button } from '#ui/button/button.tsx'
import { IconButton } from '#ui/button/icon-button.tsx'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { type Submitted, useAppForm } from '#ui/form/app-form.ts'
import { Form } from '#ui/form/form.tsx'
import { FormField } from '#ui/form/form-field.tsx'
import { textOf } from '#ui/form/text-field.tsx'
import { PencilIcon, TrashIcon } from '#ui/icons/icons.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { isComposing } from '#ui/is-composing.ts'
import styles from './profile-section.module.css'

const ChangedFact = v.object({ fact: v.pipe(v.string(), v.trim()) })

interface FactItemProps {
  /** For the row outside of the editor. */
  ref?: Ref<HTMLLIElement>
  fact: Memory
  onForget: () => void
}

/** A fact as the model receives it, with an inline editor. */
export function FactItem({ ref, fact, onForget }: FactItemProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const pencil = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // After editing, the focus returns to the button that opened the editor.
    if (wasOpen.current && !isOpen) pencil.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const { id, text } = fact
  if (isOpen) return <FactEditor fact={fact} onDone={() => setOpen(false)} />
  return (
    <li ref={ref} className={styles.fact}>
      <span className={styles.text} dir="auto">
        {text}
      </span>
      <IconButton ref={pencil} label={t`Edit: ${text}`} icon={<PencilIcon size={18} />} onClick={() => setOpen(true)} />
      <IconButton key={id} label={t`Delete: ${text}`} icon={<TrashIcon size={18} />} onClick={onForget} />
    </li>
  )
}

function FactEditor({ fact, onDone }: { fact: Memory; onDone: () => void }) {
  const { t } = useLingui()
  const field = useRef<HTMLInputElement>(null)
  // The form keeps the text it began with, so a save without a change must not undo one of another device.
  const [opened] = useState(fact.text)
  const form = useAppForm(ChangedFact, { fact: opened })
  useEffect(() => field.current?.select(), [])
  const save = async ({ fact: text }: Submitted<typeof form>) => {
    try {
      if (text !== '' && text !== opened) await changeChatProfile({ memories_change: [{ id: fact.id, text }] })
      onDone()
    } catch (error) {
      toastFailure(error)
    }
  }
  return (
    <li>
      <Form
        of={form}
        className={styles.editor}
        onSubmit={save}
        onKeyDown={(event) => event.key === 'Escape' && !isComposing(event) && onDone()}
      >
        <FormField name="fact" inputRef={field}>
          {({ value, input }) => (
            <TextInput
              {...input}
              className={styles.text}
              aria-label={t`Fact`}
              maxLength={MEMORY_MAX}
              autoComplete="off"
              value={textOf(value)}
            />
          )}
        </FormField>
        <Button type="submit" size="s" variant="primary">
          <Trans>Save</Trans>
        </Button>
        <Button type="button" size="s" variant="quiet" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
      </Form>
    </li>
  )
}
