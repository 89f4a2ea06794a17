import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import * as v from 'valibot'
import { LABEL_MAX } from '#contract/limits.ts'
import { Button } from '#ui/button/button.tsx'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { type Submitted, useAppForm } from '#ui/form/app-form.ts'
import { Form } from '#ui/form/form.tsx'
import { FormField } from '#ui/form/form-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import type { LabelDraft } from './change-label.ts'
import { ColorPicker } from './color-picker.tsx'
import { hexOf, labelColors, tokenOf } from './label-colors.ts'
import styles from './label-form.module.css'
import type { LabelKind } from './label-mark.tsx'

const Label = v.object({
  label: v.pipe(v.string(), v.trim(), v.nonEmpty('name_required')),
  color: v.picklist(labelColors),
})

export interface LabelFormProps {
  kind: LabelKind
  /** Undefined for a new label. */
  label?: LabelDraft
  /** The names of the other labels, which are refused because names must be unique. */
  taken: readonly string[]
  onSave: (draft: LabelDraft) => Promise<unknown>
  onClose: () => void
  /** Deletes an existing label after a confirmation. */
  onDelete?: () => Promise<unknown>
}

/** Edits the name and colour of a folder or tag. */
export function LabelForm({ kind, label, taken, onSave, onClose, onDelete }: LabelFormProps) {
  const { t } = useLingui()
  const id = useId()
  const [deleting, setDeleting] = useState(false)
  const first = label ? tokenOf(label.color) : (labelColors[taken.length % labelColors.length] ?? 'grey')
  const form = useAppForm(Label, { label: label?.name ?? '', color: first }, { checked: 'on submit' })

  const save = async ({ label: name, color }: Submitted<typeof form>) => {
    if (taken.some((other) => sameName(other, name))) {
      return form.setFieldErrors({ label: [t`There is one with this name already`] })
    }
    // A colour from another client is kept exactly until the user chooses another one here.
    const isSameColor = label && tokenOf(label.color) === color
    await run(() => onSave({ name, color: isSameColor ? label.color : hexOf[color] }))
  }
  const run = async (work: () => Promise<unknown>) => {
    try {
      await work()
      onClose()
    } catch (failure) {
      toastFailure(failure)
    }
  }

  if (deleting && onDelete) {
    return (
      <div role="alertdialog" aria-labelledby={`${id}-sure`} className={styles.form}>
        <p id={`${id}-sure`}>
          {kind === 'folder' ? (
            <Trans>Delete this folder? Its chats stay.</Trans>
          ) : (
            <Trans>Delete this tag? Its chats stay.</Trans>
          )}
        </p>
        <div className={styles.actions}>
          <Button size="s" autoFocus onClick={() => setDeleting(false)}>
            <Trans>Cancel</Trans>
          </Button>
          <Button size="s" variant="danger" onClick={() => void run(onDelete)}>
            {kind === 'folder' ? <Trans>Delete folder</Trans> : <Trans>Delete tag</Trans>}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <Form of={form} className={styles.form} onSubmit={save}>
      <TextField name="label" label={t`Name`} autoFocus maxLength={LABEL_MAX} required />
      <FormField name="color">
        {({ value, change }) => <ColorPicker value={v.parse(Label.entries.color, value)} onChange={change} />}
      </FormField>
      <div className={styles.actions}>
        {onDelete ? (
          <Button size="s" variant="quiet" className={styles.first} onClick={() => setDeleting(true)}>
            <Trans>Delete</Trans>
          </Button>
        ) : null}
        <Button size="s" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button size="s" type="submit" variant="primary">
          {label ? <Trans>Save</Trans> : <Trans>Create</Trans>}
        </Button>
      </div>
    </Form>
  )
}

const sameName = (a: string, b: string) => a.trim().toLocaleLowerCase() === b.trim().toLocaleLowerCase()
