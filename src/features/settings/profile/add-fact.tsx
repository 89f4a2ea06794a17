import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import * as v from 'valibot'
import { MEMORY_MAX } from '#contract/limits.ts'
import { type StoredFormDraft, useFormDraft } from '#data/form-drafts/use-form-draft.ts'
import { useAction } from '#data/use-action.ts'
import { changeChatProfile } from '#data/use-chat-profile.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { Button } from '#ui/button/button.tsx'
import { type Submitted, useAppForm } from '#ui/form/app-form.ts'
import { Form } from '#ui/form/form.tsx'
import { FormField } from '#ui/form/form-field.tsx'
import { textOf } from '#ui/form/text-field.tsx'
import { PlusIcon } from '#ui/icons/icons.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { Failure } from '#ui/layout/group.tsx'
import styles from './profile-section.module.css'

const NewFact = v.object({ fact: v.pipe(v.string(), v.trim()) })

export function AddFact({ stored }: { stored: StoredFormDraft }) {
  const { t } = useLingui()
  const field = useRef<HTMLInputElement>(null)
  const draft = useFormDraft({ fact: '' }, stored)
  const form = useAppForm(NewFact, draft.values)
  const saveDraft = () => draft.save(form.values())
  const { run, failure } = useAction(async (text: string) => {
    try {
      await changeChatProfile({ memories_add: [{ id: newId(), text }] })
    } catch (error) {
      form.fill('fact', `${text} ${textOf(form.values().fact)}`.trim())
      throw error
    } finally {
      saveDraft()
    }
  })
  const add = ({ fact }: Submitted<typeof form>) => {
    if (fact !== '') {
      // Emptied before the fact is stored: what is typed from now on is the next one.
      form.reset(draft.initial)
      run(fact)
    }
    field.current?.focus()
  }
  return (
    <>
      <Form of={form} className={styles.editor} onChange={saveDraft} onSubmit={add}>
        <FormField name="fact" inputRef={field}>
          {({ value, input }) => (
            <>
              <TextInput
                {...input}
                className={styles.text}
                aria-label={t`New fact`}
                placeholder={t`For example: I have two daughters`}
                maxLength={MEMORY_MAX}
                autoComplete="off"
                value={textOf(value)}
              />
              <Button type="submit" icon={<PlusIcon size={18} />} disabled={textOf(value).trim() === ''}>
                <Trans>Add</Trans>
              </Button>
            </>
          )}
        </FormField>
      </Form>
      <Failure>{failure}</Failure>
    </>
  )
}
