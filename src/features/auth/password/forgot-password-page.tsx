import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { BodyOf } from '#contract/endpoint.ts'
import { forgotPassword as forgotPasswordCall } from '#contract/endpoints/accounts.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/button/button.tsx'
import { LinkButton } from '#ui/button/link-button.tsx'
import { useAppForm } from '#ui/form/app-form.ts'
import { Form } from '#ui/form/form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import styles from '../auth-page.module.css'
import { EmailField } from '../email-field.tsx'
import { OfflineHint } from '../offline-hint.tsx'
import { Outcome } from '../outcome.tsx'
import { typedEmail } from '../typed-email.ts'
import { NoMailHint } from './no-mail-hint.tsx'
import { useSendsMail } from './use-sends-mail.ts'

/** Requests a reset link. The result is the same for known and unknown addresses. */
export function ForgotPasswordPage() {
  const { t } = useLingui()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [isAgain, setAgain] = useState(false)
  const sendsMail = useSendsMail()
  if (sentTo === null) return <RequestLinkForm onSent={setSentTo} takesFocus={isAgain} />
  const requestAgain = () => {
    setSentTo(null)
    setAgain(true)
  }
  return (
    <Outcome
      takesFocus
      title={sendsMail ? t`Look at your mail` : t`Ask for your link`}
      actions={
        <>
          <LinkButton to="/auth/login" variant="primary">
            <Trans>Back to the login</Trans>
          </LinkButton>
          <Button variant="quiet" onClick={requestAgain}>
            <Trans>Request it again</Trans>
          </Button>
        </>
      }
    >
      <p>
        {sendsMail ? (
          <Trans>
            If <strong>{sentTo}</strong> has an account, a link to choose a new password is on its way. It works for 10
            minutes, once.
          </Trans>
        ) : (
          <Trans>
            If <strong>{sentTo}</strong> has an account, there is a link now to choose a new password. It works for 10
            minutes, once.
          </Trans>
        )}
      </p>
      <NoMailHint />
      {sendsMail ? (
        <p>
          <Trans>Nothing there? Look among the unwanted mail, or check the address for a slip.</Trans>
        </p>
      ) : null}
    </Outcome>
  )
}

type RequestLinkProps = {
  onSent: (email: string) => void
  /** True when the focused button was removed, so that the focus must move here. */
  takesFocus: boolean
}

function RequestLinkForm({ onSent, takesFocus }: RequestLinkProps) {
  const { t } = useLingui()
  const sendsMail = useSendsMail()
  const [initial] = useState(() => ({ email: typedEmail() }))
  const form = useAppForm(forgotPasswordCall.body, initial)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (takesFocus) element.current?.querySelector('input')?.focus()
  }, [takesFocus])
  return (
    <>
      <h1>
        <Trans>Forgot your password?</Trans>
      </h1>
      <p className={styles.lead}>
        {sendsMail ? (
          <Trans>Give the address of your account. You get a link to choose a new password.</Trans>
        ) : (
          <Trans>
            Give the address of your account, and ask whoever runs this server for the link to choose a new password.
          </Trans>
        )}
      </p>
      <Form
        ref={element}
        of={form}
        className={styles.form}
        onSubmit={async (values) => {
          await forgotPassword(values)
          onSent(values.email)
        }}
      >
        <EmailField />
        <FormError />
        <OfflineHint />
        <SubmitButton size="l" wide pendingLabel={t`Sending…`}>
          <Trans>Request the link</Trans>
        </SubmitButton>
      </Form>
      <p className={styles.links}>
        <Link to="/auth/login">
          <Trans>Back to the login</Trans>
        </Link>
      </p>
    </>
  )
}

/** Requests a reset link; the response does not reveal whether the address is known. */
async function forgotPassword(body: BodyOf<typeof forgotPasswordCall>): Promise<void> {
  await api.call(forgotPasswordCall, { body })
}
