import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryClient } from '#data/query-client.ts'
import { failedFields } from '#i18n/describe-error.ts'
import { useSession } from '#session/state/session-atom.ts'
import { Button } from '#ui/button/button.tsx'
import { LinkButton } from '#ui/button/link-button.tsx'
import { Outcome } from '../outcome.tsx'
import { NoMailHint } from '../password/no-mail-hint.tsx'
import { Unreached } from '../server-unreachable.tsx'
import { confirmChange, type EmailChangePreview, previewChange, undoChange } from './email-change-calls.ts'

type State = 'loading' | 'declined' | { preview: EmailChangePreview } | { error: unknown }

/** Changes an address, or undoes it, only after a button press: programs that check mails open their links. */
export function EmailChangeCheck({ token }: { token: string }) {
  const [state, setState] = useState<State>('loading')
  const [attempt, setAttempt] = useState(0)
  const { mutate, isPending } = useMutation(
    {
      mutationFn: ({ action }: EmailChangePreview) => (action === 'confirm' ? confirmChange(token) : undoChange(token)),
      onSuccess: (_done, preview) => setState({ preview: { ...preview, is_done: true } }),
      onError: (error) => setState({ error }),
    },
    queryClient,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each attempt
  useEffect(() => {
    const controller = new AbortController()
    previewChange(token, controller.signal).then(
      (preview) => setState({ preview }),
      (error: unknown) => controller.signal.aborted || setState({ error }),
    )
    return () => controller.abort()
  }, [token, attempt])

  if (state === 'loading') return <Outcome takesFocus={attempt > 0} title={<Trans>Opening your link…</Trans>} />
  if (state === 'declined') return <Declined />
  if ('preview' in state) {
    const { preview } = state
    if (preview.is_done) return preview.action === 'confirm' ? <Changed {...preview} /> : <Restored {...preview} />
    return (
      <Question {...{ preview, isPending }} onConfirm={() => mutate(preview)} onDecline={() => setState('declined')} />
    )
  }
  if (Object.hasOwn(failedFields(state.error), 'token')) return <TooOld />
  const retry = () => {
    setState('loading')
    setAttempt(attempt + 1)
  }
  return <Unreached error={state.error} onRetry={retry} />
}

type QuestionProps = {
  preview: EmailChangePreview
  isPending: boolean
  onConfirm: () => void
  onDecline: () => void
}

function Question({ preview: { action, email }, isPending, onConfirm, onDecline }: QuestionProps) {
  const isUndo = action === 'undo'
  return (
    <Outcome
      takesFocus
      title={isUndo ? <Trans>Undo the change of your address?</Trans> : <Trans>Use this address?</Trans>}
      actions={
        <>
          <Button variant="primary" pending={isPending} onClick={onConfirm}>
            {isUndo ? <Trans>Undo the change</Trans> : <Trans>Use this address</Trans>}
          </Button>
          <Button variant="quiet" onClick={onDecline}>
            {isUndo ? <Trans>Leave it as it is</Trans> : <Trans>This was not me</Trans>}
          </Button>
        </>
      }
    >
      {isUndo ? (
        <p>
          <Trans>
            <strong>{email}</strong> then opens your Companion account again. All devices are logged out, the password
            ends, and a mail to this address lets you choose a new one.
          </Trans>
        </p>
      ) : (
        <p>
          <Trans>
            A Companion account is to have the address <strong>{email}</strong>. Confirm only if it is your account: it
            is then opened with this address.
          </Trans>
        </p>
      )}
    </Outcome>
  )
}

function Changed({ email }: { email: string }) {
  const isSignedIn = useSession() !== null
  return (
    <Outcome
      takesFocus
      title={<Trans>Your address is changed</Trans>}
      actions={
        <LinkButton to={isSignedIn ? '/account' : '/auth/login'} variant="primary">
          {isSignedIn ? <Trans>Go to your account</Trans> : <Trans>Log in</Trans>}
        </LinkButton>
      }
    >
      <p>
        <Trans>
          From now on you log in with <strong>{email}</strong>. Your devices stay logged in.
        </Trans>
      </p>
    </Outcome>
  )
}

function Restored({ email }: { email: string }) {
  return (
    <Outcome
      takesFocus
      title={<Trans>Your old address is back</Trans>}
      actions={
        <LinkButton to="/auth/forgor-password" variant="primary">
          <Trans>Send another link</Trans>
        </LinkButton>
      }
    >
      <p>
        <Trans>
          All devices are logged out, and the password no longer works. Open the mail to <strong>{email}</strong> to
          choose a new one.
        </Trans>
      </p>
      <NoMailHint />
    </Outcome>
  )
}

function Declined() {
  return (
    <Outcome
      takesFocus
      title={<Trans>Nothing was changed</Trans>}
      actions={
        <LinkButton to="/" variant="primary">
          <Trans>Back to Home</Trans>
        </LinkButton>
      }
    >
      <p>
        <Trans>You can delete the mail.</Trans>
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
        <Trans>
          A new address is confirmed within 24 hours by the newest mail, and a change is undone within 7 days. Your
          account page can send a new link.
        </Trans>
      </p>
    </Outcome>
  )
}
