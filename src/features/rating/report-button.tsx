import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as v from 'valibot'
import { RATING_REASON_MAX } from '#contract/limits.ts'
import { says } from '#contract/primitives.ts'
import { type StoredFormDraft, useFormDraft, useStoredFormDraft } from '#data/form-drafts/use-form-draft.ts'
import { reportDraftKey } from '#offline/ratings/rating-draft.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog, prefetchDialog } from '#ui/dialog/dialog.tsx'
import { useAppForm } from '#ui/form/app-form.ts'
import { CancelButton } from '#ui/form/cancel-button.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormField } from '#ui/form/form-field.tsx'
import { RestoredNotice } from '#ui/form/restored-notice.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { textOf } from '#ui/form/text-field.tsx'
import { Field } from '#ui/input/field.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import styles from './rating-page.module.css'

const Report = v.object({
  reason: v.pipe(v.string(), v.trim(), v.nonEmpty(says('required')), v.maxLength(RATING_REASON_MAX)),
})

interface ReportButtonProps {
  userId: number
  exchangeId: string
  disabled: boolean
  onReport: (reason: string) => void
}

/** Asks why an exchange should be rated by nobody, such as for a name in it, and reports it. */
export function ReportButton({ userId, exchangeId, disabled, onReport }: ReportButtonProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const stored = useStoredFormDraft({ userId, draftKey: reportDraftKey(exchangeId) }, open)
  return (
    <>
      <Button disabled={disabled} onPointerEnter={prefetchDialog} onClick={() => setOpen(true)}>
        <Trans>Report…</Trans>
      </Button>
      <Dialog
        // With the form in it, so that its field gets the focus.
        open={open && stored !== undefined}
        onOpenChange={setOpen}
        title={t`Report this exchange`}
        description={t`For instance because it tells who somebody is, or should be read by nobody. Other validators no longer get it.`}
      >
        {stored ? (
          <ReportForm
            stored={stored}
            onCancel={() => setOpen(false)}
            onSubmit={(reason) => {
              setOpen(false)
              onReport(reason)
            }}
          />
        ) : null}
      </Dialog>
    </>
  )
}

interface ReportFormProps {
  stored: StoredFormDraft
  onCancel: () => void
  onSubmit: (reason: string) => void
}

function ReportForm({ stored, onCancel, onSubmit }: ReportFormProps) {
  const draft = useFormDraft({ reason: '' }, stored)
  const form = useAppForm(Report, draft.values)
  return (
    <Form
      of={form}
      onSubmit={({ reason }) => onSubmit(reason)}
      // React bubbles events through the portal of the dialog, to the form around the button.
      onChange={(event) => {
        event.stopPropagation()
        draft.save(form.values())
      }}
    >
      <FormField name="reason">
        {({ value, error, input }) => (
          <Field label={<Trans>Reason</Trans>} error={error ? <Trans>Say what is wrong with it</Trans> : null}>
            <TextArea {...input} rows={3} maxLength={RATING_REASON_MAX} value={textOf(value)} />
          </Field>
        )}
      </FormField>
      <RestoredNotice form={form} draft={draft} />
      <div className={styles.actions}>
        <CancelButton draft={draft} onCancel={onCancel} />
        <SubmitButton>
          <Trans>Send report</Trans>
        </SubmitButton>
      </div>
    </Form>
  )
}
