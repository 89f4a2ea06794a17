import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { LoginInput } from '#contract/endpoints/accounts.ts'
import { useAppForm } from '#ui/form/app-form.ts'
import { Form } from '#ui/form/form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import styles from './auth-page.module.css'
import { login } from './login.ts'
import { useGoOn } from './use-go-on.ts'

export type LoginReason = 'ended' | 'needed' | undefined

/** `reason`: why somebody was sent here; nothing for those who came by themselves. */
export function LoginPage({ redirect, reason }: { redirect: string | undefined; reason: LoginReason }) {
  const { t } = useLingui()
  useGoOn(redirect)
  const form = useAppForm(LoginInput, { email: '', password: '' })
  return (
    <>
      <h1>
        <Trans>Log in</Trans>
      </h1>
      <SentHere reason={reason} />
      <Form of={form} onSubmit={login} className={styles.form}>
        <TextField
          name="email"
          type="email"
          label={t`Email`}
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField name="password" label={t`Password`} autoComplete="current-password" />
        <FormError />
        <SubmitButton size="l" wide pendingLabel={t`Logging in…`}>
          <Trans>Log in</Trans>
        </SubmitButton>
      </Form>
      <p className={styles.links}>
        <Link to="/auth/forgor-password">
          <Trans>Forgot your password?</Trans>
        </Link>
        <span>
          <Trans>
            New here?{' '}
            <Link to="/auth/register" search={{ redirect }}>
              Create an account
            </Link>
          </Trans>
        </span>
      </p>
    </>
  )
}

function SentHere({ reason }: { reason: LoginReason }) {
  if (reason === undefined) return null
  return (
    <p role="status" className={styles.notice}>
      {reason === 'ended' ? (
        <Trans>Your session has ended. Log in again and you will be back where you were.</Trans>
      ) : (
        <Trans>Log in to go on. You will be brought to the page you asked for.</Trans>
      )}
    </p>
  )
}
