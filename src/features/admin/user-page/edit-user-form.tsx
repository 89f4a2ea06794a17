import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { User } from '#contract/objects/user.ts'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { useAppForm } from '#ui/form/app-form.ts'
import { CancelButton } from '#ui/form/cancel-button.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { toastFormFailure } from '../toast-form-failure.ts'
import { FlagFields } from '../users/flag-fields.tsx'
import styles from '../users/user-form.module.css'
import { changeUserForm } from '../users/user-schema.ts'
import { changedFields, firstFields, saveUser } from './save-user.ts'

export function EditUserForm({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useLingui()
  /** The user with whom the form began: one read again meanwhile differs in fields that the admin did not touch. */
  const [seen] = useState(user)
  const first = firstFields(seen)
  const form = useAppForm(changeUserForm(first.username), first)
  return (
    <Form
      of={form}
      onSubmit={async (values) => {
        try {
          await saveUser(seen.id, changedFields(seen, values))
        } catch (error) {
          return toastFormFailure(error)
        }
        toastSuccess(t`User updated successfully`)
        onClose()
      }}
    >
      <TextField name="email" label={t`Email`} type="email" inputMode="email" autoComplete="off" />
      <div className={styles.pair}>
        <TextField name="first_name" label={t`First Name`} autoComplete="off" />
        <TextField name="last_name" label={t`Last Name`} autoComplete="off" />
      </div>
      <TextField
        name="username"
        label={t`Username`}
        autoComplete="off"
        description={seen.username ? t`Leave it empty to keep the one there is.` : undefined}
      />
      <PasswordField
        name="password"
        label={t`New password`}
        autoComplete="new-password"
        description={t`Leave it empty to keep the one there is.`}
      />
      <FlagFields />
      <CheckboxField name="is_admin" label={t`Admin`} description={t`Can do all that you can do here.`} />
      <FormError />
      <div className={styles.actions}>
        <CancelButton onCancel={onClose} />
        <SubmitButton pendingLabel={t`Updating...`}>
          <Trans>Update</Trans>
        </SubmitButton>
      </div>
    </Form>
  )
}
