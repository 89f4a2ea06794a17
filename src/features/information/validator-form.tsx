import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { signUpValidator } from '#contract/endpoints/ratings/validators.ts'
import type { User } from '#contract/objects/user.ts'
import { userName } from '#data/user-name.ts'
import { api } from '#session/api.ts'
import { focusAfterRemoval } from '#ui/focus-after-removal.ts'
import { useAppForm } from '#ui/form/app-form.ts'
import { Form } from '#ui/form/form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { CheckIcon } from '#ui/icons/icons.tsx'
import styles from './validator-form.module.css'

/** The form with name and email, prefilled from the user; a confirmation replaces it after sending. */
export function ValidatorForm({ user }: { user: User }) {
  const { t } = useLingui()
  const form = useAppForm(signUpValidator.body, { name: userName(user), email: user.email })
  const [thanks, setThanks] = useState('')
  const confirmation = useRef<HTMLParagraphElement>(null)
  return (
    <div className={styles.form}>
      <p ref={confirmation} role="status" tabIndex={-1} className={styles.thanks}>
        {thanks ? (
          <>
            <CheckIcon size={18} />
            {thanks}
          </>
        ) : null}
      </p>
      {thanks ? null : (
        <Form
          ref={focusAfterRemoval(() => confirmation.current)}
          of={form}
          aria-label={t`Become a validator`}
          onSubmit={async (body) => setThanks((await api.call(signUpValidator, { body, as: user.id })).message)}
        >
          <TextField name="name" label={t`Name`} autoComplete="name" />
          <TextField name="email" label={t`Email`} type="email" autoComplete="email" inputMode="email" />
          <FormError />
          <SubmitButton className={styles.submit} pendingLabel={t`Signing up…`}>
            <Trans>Sign up</Trans>
          </SubmitButton>
        </Form>
      )}
    </div>
  )
}
