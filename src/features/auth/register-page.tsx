import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useAppForm } from '#ui/form/app-form.ts'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import styles from './auth-page.module.css'
import { RegisterForm, register } from './register.ts'
import { useGoOn } from './use-go-on.ts'

const empty = {
  first_name: '',
  last_name: '',
  email: '',
  password: '',
  confirm_password: '',
  receive_newsletters: false,
}

export function RegisterPage({ redirect }: { redirect: string | undefined }) {
  const { t } = useLingui()
  useGoOn(redirect)
  const form = useAppForm(RegisterForm, empty)
  return (
    <>
      <h1>
        <Trans>Create your account</Trans>
      </h1>
      <p className={styles.lead}>
        <Trans>No card, no newsletter unless you ask for it.</Trans>
      </p>
      <Form of={form} onSubmit={register} className={styles.form}>
        <div className={styles.pair}>
          <TextField name="first_name" label={t`First name`} autoComplete="given-name" />
          <TextField name="last_name" label={t`Last name`} autoComplete="family-name" />
        </div>
        <TextField
          name="email"
          type="email"
          label={t`Email`}
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField
          name="password"
          label={t`Password`}
          autoComplete="new-password"
          description={t`At least 8 characters`}
        />
        <PasswordField name="confirm_password" label={t`Password once more`} autoComplete="new-password" />
        <CheckboxField name="receive_newsletters" label={t`Send me the wealth-signals newsletter`} />
        <FormError />
        <SubmitButton size="l" wide pendingLabel={t`Creating…`}>
          <Trans>Create account</Trans>
        </SubmitButton>
      </Form>
      <p className={styles.links}>
        <span>
          <Trans>
            Already have an account?{' '}
            <Link to="/auth/login" search={{ redirect }} state={{ showLogin: true }}>
              Log in
            </Link>
          </Trans>
        </span>
        <Link to="/information" hash="privacy">
          <Trans>What is stored, and where</Trans>
        </Link>
      </p>
    </>
  )
}
