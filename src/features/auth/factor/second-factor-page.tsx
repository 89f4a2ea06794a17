import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { enterSecondFactor, OneTimeCode } from '#contract/endpoints/factors.ts'
import { hasPasskeys } from '#data/passkeys.ts'
import { api } from '#session/api.ts'
import { signIn } from '#session/session-actions.ts'
import { useAppForm } from '#ui/form/app-form.ts'
import { CodeField } from '#ui/form/code-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import styles from '../auth-page.module.css'
import { OfflineHint } from '../offline-hint.tsx'
import { PasskeyButton } from '../passkey/passkey-button.tsx'
import { askToSignIn, signInWithPasskey } from '../passkey/sign-in-with-passkey.ts'
import { useLeaveWhenSignedIn } from '../use-leave-when-signed-in.ts'

interface Props {
  challenge: string
  /** Whether the account has a passkey. */
  hasPasskey: boolean
  redirect: string | undefined
}

/** The second step of signing in. A challenge lasts five minutes: after that the first step starts again. */
export function SecondFactorPage({ challenge, hasPasskey, redirect }: Props) {
  const { t } = useLingui()
  const waitUntilLeft = useLeaveWhenSignedIn(redirect)
  const form = useAppForm(OneTimeCode, { one_time_code: '' })
  const takesPasskey = hasPasskey && hasPasskeys()
  return (
    <>
      <h1>
        <Trans>One more step</Trans>
      </h1>
      <p className={styles.lead}>
        {hasPasskey ? (
          <Trans>Use your passkey, or a code: one of your recovery codes, or of your authenticator app.</Trans>
        ) : (
          <Trans>Enter the code that your authenticator app shows. Lost it? A recovery code works once.</Trans>
        )}
      </p>
      {takesPasskey ? (
        <PasskeyButton
          size="l"
          variant="primary"
          ask={() => askToSignIn({ challenge })}
          onAnswer={async (passkey) => {
            await signInWithPasskey(passkey)
            await waitUntilLeft()
          }}
        >
          <Trans>Use a passkey</Trans>
        </PasskeyButton>
      ) : null}
      <Form
        of={form}
        className={styles.form}
        onSubmit={async ({ one_time_code }) => {
          await signIn(await api.call(enterSecondFactor, { body: { challenge, one_time_code } }))
          await waitUntilLeft()
        }}
      >
        <CodeField takesFocus={!takesPasskey} />
        <FormError />
        <OfflineHint />
        <SubmitButton size="l" wide {...(takesPasskey && { variant: 'secondary' })} pendingLabel={t`Logging in…`}>
          <Trans>Log in</Trans>
        </SubmitButton>
      </Form>
      <p className={styles.links}>
        <Link to="/auth/login" search={{ redirect }}>
          <Trans>Start again</Trans>
        </Link>
      </p>
    </>
  )
}
