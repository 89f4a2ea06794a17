import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as v from 'valibot'
import { MEMORY_MAX } from '#contract/limits.ts'
import { type Remembered, rememberFact } from '#data/use-chat-profile.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { toastError, toastSuccess } from '#ui/feedback/toast.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { type Submitted, useAppForm } from '#ui/form/app-form.ts'
import { Form } from '#ui/form/form.tsx'
import { FormField } from '#ui/form/form-field.tsx'
import { textOf } from '#ui/form/text-field.tsx'
import { markdownToText } from '../markdown/markdown-to-text.ts'
import { cutSentences } from './cut-sentences.ts'
import styles from './remember-dialog.module.css'

const NewFact = v.object({ fact: v.string() })

export interface RememberDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The markdown from which the fact is taken. */
  text: string
}

/** Lets the user edit and confirm what Companion remembers of a message: nothing is stored unseen. */
export function RememberDialog({ open, onOpenChange, text }: RememberDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={<Trans>Remember this</Trans>}
      description={
        <Trans>One fact in one line. Companion uses it in all your chats; you can change it in the settings.</Trans>
      }
      holds
    >
      {open ? <Fact text={text} onClose={() => onOpenChange(false)} /> : null}
    </Dialog>
  )
}

function Fact({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useLingui()
  const [first] = useState(() => firstFact(text))
  const form = useAppForm(NewFact, { fact: first })
  const texts: Record<Remembered, string> = {
    remembered: t`Remembered`,
    known: t`This is remembered already`,
    full: t`No more facts can be remembered. Delete one in the settings first`,
    too_long: t`This is too long for one fact`,
    off: t`Memory is off. You can turn it on in the settings`,
  }
  const save = async ({ fact }: Submitted<typeof form>) => {
    if (fact.trim() === '') return
    try {
      const result = await rememberFact(fact)
      if (result === 'remembered' || result === 'known') {
        toastSuccess(texts[result])
        onClose()
      } else toastError(texts[result])
    } catch (error) {
      toastFailure(error)
    }
  }
  return (
    <Form of={form} className={styles.form} onSubmit={save}>
      <FormField name="fact">
        {({ value, input }) => (
          <>
            <textarea
              {...input}
              className={styles.field}
              aria-label={t`Fact`}
              rows={3}
              maxLength={MEMORY_MAX}
              dir="auto"
              value={textOf(value)}
            />
            <div className={styles.buttons}>
              <Button onClick={onClose}>
                <Trans>Cancel</Trans>
              </Button>
              <Button type="submit" variant="primary" aria-disabled={textOf(value).trim() === ''}>
                <Trans>Remember</Trans>
              </Button>
            </div>
          </>
        )}
      </FormField>
    </Form>
  )
}

/** Cuts a text to the maximum length of a fact, after a sentence or a word. */
function firstFact(text: string): string {
  const plain = markdownToText(text, { code: false }).replace(/\s+/g, ' ')
  if (plain.length <= MEMORY_MAX) return plain
  const head = plain.slice(0, MEMORY_MAX)
  // The last one may be cut off.
  const sentences = cutSentences(head).slice(0, -1).join(' ')
  if (sentences !== '') return sentences
  const word = head.lastIndexOf(' ')
  // Texts of scripts without spaces are cut between two characters, never within a pair of surrogates.
  return word > MEMORY_MAX / 2 ? head.slice(0, word).trim() : head.replace(/[\uD800-\uDBFF]$/, '')
}
