import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { subscribeToNewsletter } from '#contract/endpoints/newsletter/reading.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { api } from '#session/api.ts'
import { focusAfterRemoval } from '#ui/focus-after-removal.ts'
import { useAppForm } from '#ui/form/app-form.ts'
import { Form } from '#ui/form/form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import styles from './subscribe-form.module.css'

/** Asks for the newsletter without an account. The answer is the same for every address. */
export function SubscribeForm() {
  const { t } = useLingui()
  const language = useLanguage()
  const form = useAppForm(subscribeToNewsletter.body, { email: '', language })
  const [answer, setAnswer] = useState('')
  const confirmation = useRef<HTMLParagraphElement>(null)
  return (
    <div className={styles.form}>
      <p ref={confirmation} role="status" tabIndex={-1}>
        {answer}
      </p>
      {answer ? null : (
        <Form
          ref={focusAfterRemoval(() => confirmation.current)}
          of={form}
          aria-label={t`Get the newsletter by email`}
          onSubmit={async ({ email }) =>
            setAnswer((await api.call(subscribeToNewsletter, { body: { email, language } })).message)
          }
        >
          <TextField name="email" label={t`Email`} type="email" autoComplete="email" inputMode="email" />
          <FormError />
          <SubmitButton pendingLabel={t`Sending…`}>
            <Trans>Subscribe</Trans>
          </SubmitButton>
          <p className={styles.how}>
            <Trans>
              We first send you a mail: only after you have opened its link and confirmed do you get the next issue.
              Each issue has a link that ends it.
            </Trans>
          </p>
        </Form>
      )}
    </div>
  )
}
