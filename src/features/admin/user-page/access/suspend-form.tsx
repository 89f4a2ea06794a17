import { Trans, useLingui } from '@lingui/react/macro'
import { suspendUser } from '#contract/endpoints/admin.ts'
import { SuspensionInput } from '#contract/objects/admin/user-input.ts'
import type { User } from '#contract/objects/user.ts'
import { type StoredFormDraft, useFormDraft } from '#data/form-drafts/use-form-draft.ts'
import { api } from '#session/api.ts'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { useAppForm } from '#ui/form/app-form.ts'
import { CancelButton } from '#ui/form/cancel-button.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { RestoredNotice } from '#ui/form/restored-notice.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextAreaField } from '#ui/form/text-field.tsx'
import { handleRefusal } from '../../handle-refusal.ts'
import styles from '../../users/user-form.module.css'
import { readUserAgain, storeUser } from '../get-user.ts'

type SuspendFormProps = { user: User; stored: StoredFormDraft; onClose: () => void }

export function SuspendForm({ user, stored, onClose }: SuspendFormProps) {
  const { t } = useLingui()
  const draft = useFormDraft({ reason: user.suspended?.reason ?? '' }, stored)
  const form = useAppForm(SuspensionInput, draft.values)
  return (
    <Form
      of={form}
      onChange={() => draft.save(form.values())}
      onSubmit={async (body) => {
        try {
          storeUser(await api.call(suspendUser, { params: { id: user.id }, body }))
        } catch (error) {
          handleRefusal(error)
          readUserAgain(user.id)
          throw error
        }
        draft.discard()
        toastSuccess(t`Account suspended`)
        onClose()
      }}
    >
      <TextAreaField
        name="reason"
        label={t`Reason`}
        description={t`The person reads it in the app, in your words.`}
        rows={3}
        maxLength={500}
      />
      <RestoredNotice form={form} draft={draft} />
      <FormError />
      <div className={styles.actions}>
        <CancelButton draft={draft} onCancel={onClose} />
        <SubmitButton pendingLabel={t`Suspending…`}>
          <Trans>Suspend</Trans>
        </SubmitButton>
      </div>
    </Form>
  )
}
