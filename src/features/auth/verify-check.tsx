import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { failedFields } from '#i18n/error-words.ts'
import { useSession } from '#session/session-atom.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Outcome } from './outcome.tsx'
import { Unreached } from './unreached.tsx'
import { verifyEmail } from './verify-email.ts'

type State = 'asking' | 'confirmed' | { error: unknown }

export function VerifyCheck({ token }: { token: string }) {
  const [state, setState] = useState<State>('asking')
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again.
  useEffect(() => {
    let isLeft = false
    const settle = (next: State) => !isLeft && setState(next)
    verifyEmail(token).then(
      () => settle('confirmed'),
      (error: unknown) => settle({ error }),
    )
    return () => {
      isLeft = true
    }
  }, [token, attempt])

  if (state === 'asking') return <Outcome takesFocus={attempt > 0} title={<Trans>Confirming your address…</Trans>} />
  if (state === 'confirmed') return <Confirmed />
  if (Object.hasOwn(failedFields(state.error), 'token')) return <TooOld />
  const retry = () => {
    setState('asking')
    setAttempt(attempt + 1)
  }
  return <Unreached error={state.error} onRetry={retry} />
}

function Confirmed() {
  const isSignedIn = useSession() !== null
  return (
    <Outcome
      takesFocus
      title={<Trans>Your address is confirmed</Trans>}
      actions={
        isSignedIn ? (
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
        <Trans>Thank you. There is nothing else to do.</Trans>
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
