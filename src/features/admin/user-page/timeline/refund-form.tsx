import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { isApiError } from '#api/errors.ts'
import { RefundInput, refundInvoice } from '#contract/endpoints/admin-billing.ts'
import type { TimelineEntry } from '#contract/objects/timeline.ts'
import { type StoredFormDraft, useFormDraft } from '#data/form-drafts/use-form-draft.ts'
import { formatPrice } from '#i18n/format-price.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { api } from '#session/api.ts'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { useAppForm } from '#ui/form/app-form.ts'
import { CancelButton } from '#ui/form/cancel-button.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { RestoredNotice } from '#ui/form/restored-notice.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextAreaField, TextField } from '#ui/form/text-field.tsx'
import { handleRefusal } from '../../handle-refusal.ts'
import styles from '../../users/user-form.module.css'
import { refreshActivity } from '../get-user.ts'

type RefundFormProps = {
  charge: Extract<TimelineEntry, { kind: 'charge' }>
  userId: number
  stored: StoredFormDraft
  onClose: () => void
}

export function RefundForm({ charge, userId, stored, onClose }: RefundFormProps) {
  const { t } = useLingui()
  const language = useLanguage()
  /** The idempotency key of this amount, until its result is known: sending it again refunds nothing more. */
  const key = useRef({ amount: '', requestId: '' })
  const draft = useFormDraft({ amount: charge.refundable, reason: '' }, stored)
  const form = useAppForm(RefundInput, draft.values)
  const left = formatPrice(charge.refundable, charge.currency, language)
  return (
    <Form
      of={form}
      onChange={() => draft.save(form.values())}
      onSubmit={async (input) => {
        if (key.current.amount !== input.amount) key.current = { amount: input.amount, requestId: crypto.randomUUID() }
        const { requestId } = key.current
        // While the result is unknown, a restored amount would be refunded again, under another key.
        draft.discard()
        try {
          await api.call(refundInvoice, { params: { id: charge.id }, body: { ...input, request_id: requestId } })
        } catch (error) {
          handleRefusal(error)
          if (isApiError(error) && error.recognised && error.status < 500) {
            key.current.amount = ''
            draft.save(form.values())
          }
          void refreshActivity(userId)
          throw error
        }
        toastSuccess(t`Payment refunded`)
        onClose()
        void refreshActivity(userId)
      }}
    >
      <TextField
        name="amount"
        label={t`Amount`}
        description={t`Up to ${left} can be refunded. The subscription goes on.`}
        inputMode="decimal"
        autoComplete="off"
      />
      <TextAreaField
        name="reason"
        label={t`Reason`}
        description={t`The person finds it in the export of their data.`}
        rows={3}
        maxLength={500}
      />
      <RestoredNotice form={form} draft={draft} />
      <FormError />
      <div className={styles.actions}>
        <CancelButton draft={draft} onCancel={onClose} />
        <SubmitButton pendingLabel={t`Refunding…`}>
          <Trans>Refund</Trans>
        </SubmitButton>
      </div>
    </Form>
  )
}
