import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { failedFields } from '#i18n/describe-error.ts'
import { hasHadTrial, mayUseCompanion } from '#session/entitlements.ts'
import { FREE_TRIAL_PATH } from '#session/guards/paths.ts'
import { useSession } from '#session/state/session-atom.ts'
import { LinkButton } from '#ui/button/link-button.tsx'
import { Outcome } from '../outcome.tsx'
import { Unreached } from '../server-unreachable.tsx'
import { ConfirmAddress } from './confirm-address.tsx'
import { previewVerification, type VerificationPreview } from './preview-verification.ts'
import { verifyEmail } from './verify-email.ts'

type State = 'loading' | 'confirmed' | 'declined' | { preview: VerificationPreview } | { error: unknown }

/** Confirms an address only after a button press, because the email may have reached a user who did not register. */
export function VerifyCheck({ token }: { token: string }) {
  const [state, setState] = useState<State>('loading')
  const [attempt, setAttempt] = useState(0)
  const { mutate, isPending } = useMutation(
    {
      mutationFn: () => verifyEmail(token),
      onSuccess: () => setState('confirmed'),
      onError: (error) => setState({ error }),
    },
    queryClient,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each attempt
  useEffect(() => {
    const controller = new AbortController()
    previewVerification(token, controller.signal).then(
      (preview) => setState(preview.email_verified ? 'confirmed' : { preview }),
      (error: unknown) => controller.signal.aborted || setState({ error }),
    )
    return () => controller.abort()
  }, [token, attempt])

  if (state === 'loading') return <Outcome takesFocus={attempt > 0} title={<Trans>Opening your link…</Trans>} />
  if (state === 'confirmed') return <Confirmed />
  if (state === 'declined') return <Declined />
  if ('preview' in state) {
    const { preview } = state
    const decline = () => setState('declined')
    return <ConfirmAddress {...{ preview, isPending }} onConfirm={() => mutate()} onDecline={decline} />
  }
  if (Object.hasOwn(failedFields(state.error), 'token')) return <TooOld />
  const retry = () => {
    setState('loading')
    setAttempt(attempt + 1)
  }
  return <Unreached error={state.error} onRetry={retry} />
}

function Confirmed() {
  const user = useSession()?.user
  const { data: config } = useQuery(configQuery, queryClient)
  // Where mails are sent, the trial has waited for this.
  const mayTry = user !== undefined && config?.mail === true && !mayUseCompanion(user) && !hasHadTrial(user)
  return (
    <Outcome
      takesFocus
      title={<Trans>Your address is confirmed</Trans>}
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
        ) : (
          <Trans>Thank you. There is nothing else to do.</Trans>
        )}
      </p>
    </Outcome>
  )
}

function Declined() {
  return (
    <Outcome
      takesFocus
      title={<Trans>Nothing was confirmed</Trans>}
      actions={
        <LinkButton to="/" variant="primary">
          <Trans>Back to Home</Trans>
        </LinkButton>
      }
    >
      <p>
        <Trans>
          You can delete the mail. To use this address with Companion yourself,{' '}
          <Link to="/auth/forgor-password">choose a new password</Link>: that signs out whoever made the account.
        </Trans>
      </p>
    </Outcome>
  )
}

function TooOld() {
  return (
    <Outcome
      takesFocus
      title={<Trans>This link is no longer valid</Trans>}
      actions={
        <LinkButton to="/account" variant="primary">
          <Trans>Go to your account</Trans>
        </LinkButton>
      }
    >
      <p>
        <Trans>Your account page says whether your address is confirmed, and can send a new link.</Trans>
      </p>
    </Outcome>
  )
}
