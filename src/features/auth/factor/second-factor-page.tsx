import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { enterSecondFactor, OneTimeCode } from '#contract/endpoints/factors.ts'
import { api } from '#session/api.ts'
import { signIn } from '#session/session-actions.ts'
import { useAppForm } from '#ui/form/app-form.ts'
import { CodeField } from '#ui/form/code-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import styles from '../auth-page.module.css'
import { OfflineHint } from '../offline-hint.tsx'
import { useGoOn } from '../use-leave-when-signed-in.ts'

/** The second step of signing in. A challenge lasts five minutes: after that the first step starts again. */
export function SecondFactorPage({ challenge, redirect }: { challenge: string; redirect: string | undefined }) {
  const { t } = useLingui()
  const gone = useGoOn(redirect)
  const form = useAppForm(OneTimeCode, { one_time_code: '' })
  return (
    <>
      <h1>
        <Trans>One more step</Trans>
      </h1>
      <p className={styles.lead}>
        <Trans>Enter the code that your authenticator app shows. Lost it? A recovery code works once.</Trans>
      </p>
      <Form
        of={form}
        className={styles.form}
        onSubmit={async ({ one_time_code }) => {
          await signIn(await api.call(enterSecondFactor, { body: { challenge, one_time_code } }))
          await gone()
        }}
      >
        <CodeField takesFocus />
        <FormError />
        <OfflineHint />
        <SubmitButton size="l" wide pendingLabel={t`Logging in…`}>
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
