import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { LinkButton } from '#ui/button/link-button.tsx'
import { useAppForm } from '#ui/form/app-form.ts'
import { Form } from '#ui/form/form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import styles from '../auth-page.module.css'
import { OfflineHint } from '../offline-hint.tsx'
import { Outcome } from '../outcome.tsx'
import { typedEmail } from '../typed-email.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { ResetForm, resetPassword } from './reset-password.ts'
import { useSendsMail } from './use-sends-mail.ts'

/** `token` comes from the emailed link. Without one, or when it has expired, the page offers to send a new link. */
export function ResetPasswordPage({ token }: { token: string | undefined }) {
  const { t } = useLingui()
  const sendsMail = useSendsMail()
  const [isExpired, setExpired] = useState(false)
  if (token !== undefined && !isExpired) return <ResetPasswordForm token={token} onExpired={() => setExpired(true)} />
  return (
    <Outcome
      takesFocus={isExpired}
      title={t`This link is no longer valid`}
      actions={
        <>
          <LinkButton to="/auth/forgor-password" variant="primary">
            <Trans>Send a new link</Trans>
          </LinkButton>
          <LinkButton to="/auth/login" variant="quiet">
            <Trans>Back to the login</Trans>
          </LinkButton>
        </>
      }
    >
      <p>
        {sendsMail ? (
          <Trans>A link works once, for 10 minutes. Ask for a new one, and use the newest mail.</Trans>
        ) : (
          <Trans>
            A link works once, for 10 minutes. Ask for a new one, which whoever runs this server can give you.
          </Trans>
        )}
      </p>
    </Outcome>
  )
}

function ResetPasswordForm({ token, onExpired }: { token: string; onExpired: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const form = useAppForm(ResetForm, { password: '', confirm_password: '' })
  return (
    <>
      <h1>
        <Trans>Choose a new password</Trans>
      </h1>
      <p className={styles.lead}>
        <Trans>All your devices are logged out, and you log in with the new one.</Trans>
      </p>
      <Form
        of={form}
        className={styles.form}
        onSubmit={async (values) => {
          if ((await resetPassword(token, values)) === 'expired') return onExpired()
          await navigate({ to: '/auth/login', replace: true, state: { notice: 'password-changed' } })
        }}
      >
        {/* Password managers need the account's email beside the password. */}
        <input type="text" name="username" autoComplete="username" value={typedEmail()} readOnly hidden />
        <NewPasswordFields label={t`New password`} />
        <FormError />
        <OfflineHint />
        <SubmitButton size="l" wide pendingLabel={t`Saving…`}>
          <Trans>Save the new password</Trans>
        </SubmitButton>
      </Form>
    </>
  )
}
