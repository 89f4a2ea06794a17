import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { MEMORY_MAX } from '#contract/limits.ts'
import { useAction } from '#data/use-action.ts'
import { changeChatProfile } from '#data/use-chat-profile.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { Button } from '#ui/button/button.tsx'
import { PlusIcon } from '#ui/icons/icons.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { Failure } from '#ui/layout/group.tsx'
import styles from './profile-section.module.css'

export function AddFact() {
  const { t } = useLingui()
  const field = useRef<HTMLInputElement>(null)
  const [isEmpty, setEmpty] = useState(true)
  const { run, failure } = useAction(async (text: string) => {
    await changeChatProfile({ memories_add: [{ id: newId(), text }] })
    if (field.current) field.current.value = ''
    setEmpty(true)
  })
  const add = (event: FormEvent) => {
    event.preventDefault()
    const text = field.current?.value.trim() ?? ''
    if (text !== '') run(text)
    field.current?.focus()
  }
  return (
    <>
      <form className={styles.editor} onSubmit={add}>
        <TextInput
          ref={field}
          className={styles.words}
          aria-label={t`New fact`}
          placeholder={t`For example: I have two daughters`}
          maxLength={MEMORY_MAX}
          autoComplete="off"
          onChange={(event) => setEmpty(event.target.value.trim() === '')}
        />
        <Button type="submit" icon={<PlusIcon size={18} />} disabled={isEmpty}>
          <Trans>Add</Trans>
        </Button>
      </form>
      <Failure>{failure}</Failure>
    </>
  )
}
