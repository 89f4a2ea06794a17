import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { InferOutput } from 'valibot'
import { LoginInput, login as loginCall } from '#contract/endpoints/accounts.ts'
import { lazyModule, useLazyModule } from '#lib/lazy/lazy-module.ts'
import { api } from '#session/api.ts'
import { signIn } from '#session/session-actions.ts'
import { useAppForm } from '#ui/form/app-form.ts'
import { Form } from '#ui/form/form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import styles from '../auth-page.module.css'
import { EmailField } from '../email-field.tsx'
import { useSecondStep } from '../factor/use-second-step.ts'
import { GoogleSignIn } from '../google/google-sign-in.tsx'
import { OfflineHint } from '../offline-hint.tsx'
import { typedEmail } from '../typed-email.ts'
import { useLeaveWhenSignedIn } from '../use-leave-when-signed-in.ts'

const passkeyPart = lazyModule(() => import('../passkey/passkey-sign-in.tsx'))
const ignore = () => undefined

/** `reason`: why the user was redirected here; undefined when the user opened the page. */
export function LoginPage({ redirect, reason }: { redirect: string | undefined; reason: LoginReason | undefined }) {
  const { t } = useLingui()
  const gone = useLeaveWhenSignedIn(redirect)
  const [initial] = useState(() => ({ email: typedEmail(), password: '' }))
  const form = useAppForm(LoginInput, initial)
  const goToSecondStep = useSecondStep()
  // When the code for passkeys does not load, the form still takes the password.
  const passkeys = useLazyModule(passkeyPart, 'PublicKeyCredential' in globalThis, ignore)
  return (
    <>
      <h1>
        <Trans>Log in</Trans>
      </h1>
      <LoginNotice reason={reason} />
      <Form
        of={form}
        className={styles.form}
        onSubmit={async (values) => {
          try {
            await login(values)
          } catch (error) {
            if (goToSecondStep(error)) return
            throw error
          }
          await gone()
        }}
      >
        <EmailField takesPasskey />
        <PasswordField name="password" label={t`Password`} autoComplete="current-password" />
        <FormError />
        <OfflineHint />
        <SubmitButton size="l" wide pendingLabel={t`Logging in…`}>
          <Trans>Log in</Trans>
        </SubmitButton>
      </Form>
      {passkeys ? <passkeys.PasskeySignIn gone={gone} /> : null}
      <GoogleSignIn purpose="signin" />
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

/** Signs in on the server and on this device. Throws ApiError `invalid_credentials` for a wrong email or password. */
async function login(input: InferOutput<typeof LoginInput>): Promise<void> {
  await signIn(await api.call(loginCall, { body: input }))
}

type LoginReason = 'ended' | 'needed' | 'password-changed' | 'sign-in-failed'

/** Says why the user was redirected to the login. */
function LoginNotice({ reason }: { reason: LoginReason | undefined }) {
  if (reason === undefined) return null
  const isFailure = reason === 'sign-in-failed'
  return (
    <p role={isFailure ? 'alert' : 'status'} className={styles.notice} data-warn={isFailure || undefined}>
      {reason === 'ended' && <Trans>Your session has ended. Log in again and you will be back where you were.</Trans>}
      {reason === 'needed' && <Trans>Log in to continue. We will take you back to your page.</Trans>}
      {reason === 'password-changed' && <Trans>Your password is changed. Log in with the new one.</Trans>}
      {isFailure && <Trans>The login from the other app did not work or is too old. Log in here instead.</Trans>}
    </p>
  )
}
