import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isExpectedError } from '#api/expected-error.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { previewVerification as previewCall, verifyEmail as verifyEmailCall } from '#contract/endpoints/accounts.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'
import { hasHadTrial, mayUseCompanion } from '#session/entitlements.ts'
import { FREE_TRIAL_PATH } from '#session/guards/paths.ts'
import { refreshUser } from '#session/refresh-user.ts'
import { useSession } from '#session/state/session-atom.ts'
import { LinkButton } from '#ui/button/link-button.tsx'
import { MailedLink } from '../mailed-link/mailed-link.tsx'
import { oncePerToken } from '../once-per-token.ts'
import { Outcome } from '../outcome.tsx'

/**
 * Confirms an address. The question names the account, because the mail may have reached a user who did not register.
 */
export function VerifyCheck({ token }: { token: string }) {
  const { t } = useLingui()
  return (
    <MailedLink
      fetchPreview={(signal) => previewVerification(token, signal)}
      wasUsed={({ email_verified }) => email_verified}
      confirm={() => verifyEmail(token)}
      describe={(preview) => ({
        title: t`Confirm your address?`,
        text: <AccountOfAddress {...preview} />,
        confirmLabel: <Trans>Confirm my address</Trans>,
        declineLabel: <Trans>This was not me</Trans>,
      })}
      renderDone={({ email }) => <Confirmed email={email} />}
      declined={{
        title: t`Nothing was confirmed`,
        text: (
          <Trans>
            You can delete the mail. To use this address with Companion yourself,{' '}
            <Link to="/auth/forgor-password">choose a new password</Link>: that signs out whoever made the account.
          </Trans>
        ),
      }}
      tooOld={<Trans>Your account page says whether your address is confirmed, and can send a new link.</Trans>}
    />
  )
}

function AccountOfAddress({ email, first_name, last_name }: VerificationPreview) {
  const name = `${first_name} ${last_name}`.trim()
  return (
    <>
      <p>
        {name === '' ? (
          <Trans>
            A Companion account was made with the address <strong>{email}</strong>.
          </Trans>
        ) : (
          <Trans>
            A Companion account was made for <strong>{name}</strong> with the address <strong>{email}</strong>.
          </Trans>
        )}
      </p>
      <p>
        <Trans>Confirm only if you made it, or expected it: whoever made it knows its password.</Trans>
      </p>
    </>
  )
}

/** `email` is the confirmed address, which may be of another account than the one that is signed in here. */
function Confirmed({ email }: { email: string }) {
  const { t } = useLingui()
  const user = useSession()?.user
  const { data: config } = useQuery(configQuery, queryClient)
  // Where mails are sent, the trial has waited for this.
  const isTheirs = user?.email === email && config?.mail === true
  const mayTry = user !== undefined && isTheirs && !mayUseCompanion(user) && !hasHadTrial(user)
  // The page that waited for the trial may be closed by now, on another device.
  const mayWait = user === undefined && config?.mail === true && config.trial === true
  return (
    <Outcome
      takesFocus
      title={t`Your address is confirmed`}
      actions={
        mayTry ? (
          <LinkButton to={FREE_TRIAL_PATH} variant="primary">
            <Trans>Go to your free trial</Trans>
          </LinkButton>
        ) : user !== undefined ? (
          <LinkButton to="/chat" variant="primary">
            <Trans>Go to the chat</Trans>
          </LinkButton>
        ) : (
          <LinkButton to="/auth/login" variant="primary">
            <Trans>Log in</Trans>
          </LinkButton>
        )
      }
    >
      <p>
        {mayTry ? (
          <Trans>Thank you. Your trial can begin.</Trans>
        ) : mayWait ? (
          <Trans>Thank you. If you came for the free trial, log in: you can begin it there.</Trans>
        ) : (
          <Trans>Thank you. There is nothing else to do.</Trans>
        )}
      </p>
    </Outcome>
  )
}

type VerificationPreview = ResponseOf<typeof previewCall>

/** Returns the account of an emailed token. Throws ApiError with a `token` field for an invalid link. */
const previewVerification = (token: string, signal: AbortSignal): Promise<VerificationPreview> =>
  api.call(previewCall, { body: { token }, signal })

/** Confirms the address and refreshes the signed-in user, if any. */
const verifyEmail = oncePerToken(async (token) => {
  await api.call(verifyEmailCall, { body: { token } })
  await refreshUser().catch((error: unknown) => {
    // The address is confirmed anyway; the next refresh shows it.
    if (!isExpectedError(error)) reportError(error)
  })
})
