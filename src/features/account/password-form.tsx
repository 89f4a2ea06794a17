import { Trans, useLingui } from '@lingui/react/macro'
import { useAppForm } from '#ui/form/app-form.ts'
import { Form } from '#ui/form/form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { SubmitRow, useSaved } from '#ui/form/submit-row.tsx'
import { Group } from '#ui/layout/group.tsx'
import styles from './account.module.css'
import { changePassword, PasswordChange } from './change-password.ts'

/** Changes the signed-in user's password; asks for the current one. */
export function PasswordForm({ email }: { email: string }) {
  const { t } = useLingui()
  const form = useAppForm(PasswordChange, { current_password: '', new_password: '', confirm_password: '' })
  const saved = useSaved()
  const done = () => {
    form.reset()
    saved.markSaved()
  }
  return (
    <Group heading="h2" title={<Trans>Password</Trans>} text={<Trans>A new one logs out your other devices.</Trans>}>
      <Form of={form} onChange={saved.forget} onSubmit={(change) => changePassword(change).then(done)}>
        {/* Tells password managers which account the password belongs to. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField name="current_password" label={t`Current password`} autoComplete="current-password" />
        <PasswordField
          name="new_password"
          label={t`New password`}
          autoComplete="new-password"
          description={t`At least 8 characters`}
          rechecks="confirm_password"
        />
        <PasswordField name="confirm_password" label={t`New password once more`} autoComplete="new-password" />
        <FormError />
        <SubmitRow
          label={<Trans>Change password</Trans>}
          isSaved={saved.isSaved}
          saved={<Trans>Changed. Your other devices are logged out.</Trans>}
        />
      </Form>
      <p className={styles.note}>
        <Trans>
          Forgot it, or never had one because you use Google? Log out and choose “Forgot your password?” on the login
          page.
        </Trans>
      </p>
    </Group>
  )
}
