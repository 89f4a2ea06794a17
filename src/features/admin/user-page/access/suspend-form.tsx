import { Trans, useLingui } from '@lingui/react/macro'
import { suspendUser } from '#contract/endpoints/admin.ts'
import { SuspensionInput } from '#contract/objects/admin/user-input.ts'
import type { User } from '#contract/objects/user.ts'
import { api } from '#session/api.ts'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { useAppForm } from '#ui/form/app-form.ts'
import { CancelButton } from '#ui/form/cancel-button.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextAreaField } from '#ui/form/text-field.tsx'
import { handleRefusal } from '../../handle-refusal.ts'
import styles from '../../users/user-form.module.css'
import { storeUser } from '../get-user.ts'

export function SuspendForm({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useLingui()
  const form = useAppForm(SuspensionInput, { reason: user.suspended?.reason ?? '' })
  return (
    <Form
      of={form}
      onSubmit={async (body) => {
        try {
          storeUser(await api.call(suspendUser, { params: { id: user.id }, body }))
        } catch (error) {
          handleRefusal(error)
          throw error
        }
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
      <FormError />
      <div className={styles.actions}>
        <CancelButton onCancel={onClose} />
        <SubmitButton pendingLabel={t`Suspending…`}>
          <Trans>Suspend</Trans>
        </SubmitButton>
      </div>
    </Form>
  )
}
