import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { PublicConfig } from '#contract/objects/config.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { useAppForm } from '#ui/form/app-form.ts'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import styles from '../auth-page.module.css'
import { EmailField } from '../email-field.tsx'
import { GoogleSignIn } from '../google/google-sign-in.tsx'
import { signInWithGoogle } from '../google/sign-in-with-google.ts'
import { OfflineHint } from '../offline-hint.tsx'
import { NewPasswordFields } from '../password/new-password-fields.tsx'
import { typedEmail } from '../typed-email.ts'
import { RegisterForm, register } from './register.ts'
import { RegisterLead } from './register-lead.tsx'
import { useEmailTaken } from './use-email-taken.ts'
import { useTrialWithAccount } from './use-trial-with-account.ts'

const empty = {
  first_name: '',
  last_name: '',
  password: '',
  confirm_password: '',
  receive_newsletters: false,
  minimum_age: false,
}

interface Props {
  redirect: string | undefined
  /**
   * Starts the free trial for visitors who came for it; resolves with false when it cannot begin yet or is not offered.
   */
  beginTrial: (() => Promise<boolean>) | undefined
}

export function RegisterPage({ redirect, beginTrial }: Props) {
  const { t } = useLingui()
  const language = useLanguage()
  const { data: config } = useQuery(configQuery, queryClient)
  const age = config?.legal?.minimum_age ?? null
  const { signUp, gone } = useTrialWithAccount(redirect, beginTrial)
  const [initial] = useState(() => ({ ...empty, email: typedEmail() }))
  const form = useAppForm(RegisterForm, initial)
  const address = useEmailTaken()
  const logIn = { to: '/auth/login', search: { redirect }, state: { showLogin: redirect !== undefined } } as const
  return (
    <>
      <h1>
        <Trans>Create your account</Trans>
      </h1>
      <p className={styles.lead}>
        <RegisterLead isForTrial={beginTrial !== undefined} />
      </p>
      <Form
        of={form}
        className={styles.form}
        onSubmit={async (values) => {
          await signUp(() => register(values, config?.legal))
          await gone()
        }}
      >
        <div className={styles.pair}>
          <TextField name="first_name" label={t`First name`} autoComplete="given-name" />
          <TextField name="last_name" label={t`Last name`} autoComplete="family-name" />
        </div>
        <EmailField
          onType={address.forget}
          onLeave={address.look}
          hint={
            address.isKnown ? (
              <Trans>
                This address already has an account. <Link {...logIn}>Log in with it</Link>
              </Trans>
            ) : undefined
          }
        />
        <NewPasswordFields label={t`Password`} />
        <CheckboxField
          name="receive_newsletters"
          label={
            config?.newsletter?.issues
              ? t`Send me the wealth-signals newsletter`
              : t`Send me the wealth-signals newsletter once it starts`
          }
        />
        {age === null ? null : <CheckboxField name="minimum_age" label={t`I am at least ${age} years old`} />}
        <TermsLine legal={config?.legal} />
        <FormError />
        <OfflineHint />
        <SubmitButton size="l" wide pendingLabel={t`Creating…`}>
          <Trans>Create account</Trans>
        </SubmitButton>
      </Form>
      <GoogleSignIn purpose="signup" signIn={(given) => signUp(() => signInWithGoogle(given))} />
      <p className={styles.links}>
        <span>
          <Trans>
            Already have an account? <Link {...logIn}>Log in</Link>
          </Trans>
        </span>
        <Link to="/information" hash="privacy">
          <Trans>What is stored, and where</Trans>
        </Link>
        <a href={`/legal/terms?lang=${language}`}>
          <Trans>Terms of use</Trans>
        </a>
      </p>
    </>
  )
}

/** Says what an account accepts; nothing while the terms of this server are a draft, which nobody can accept. */
function TermsLine({ legal }: { legal: PublicConfig['legal'] }) {
  const language = useLanguage()
  if (legal === undefined || legal.terms === null) return null
  return (
    <p className={styles.lead}>
      <Trans>
        By creating an account you accept the{' '}
        <a href={`/legal/terms?lang=${language}`} target="_blank" rel="noopener">
          terms of use
        </a>
        .
      </Trans>
    </p>
  )
}
