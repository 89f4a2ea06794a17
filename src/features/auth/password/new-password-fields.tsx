import { useLingui } from '@lingui/react/macro'
import { PasswordField } from '#ui/form/password-field.tsx'

/** The fields for a new password and its repetition; `withRepeatedPassword` makes the schema. */
export function NewPasswordFields({ label }: { label: string }) {
  const { t } = useLingui()
  return (
    <>
      <PasswordField
        name="password"
        label={label}
        autoComplete="new-password"
        description={t`At least 8 characters`}
        rechecks="confirm_password"
      />
      <PasswordField name="confirm_password" label={t`Password once more`} autoComplete="new-password" />
    </>
  )
}
