import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { queryClient } from '#data/query-client.ts'
import { failedFields } from '#i18n/describe-error.ts'
import { Button } from '#ui/button/button.tsx'
import { LinkButton } from '#ui/button/link-button.tsx'
import { Outcome } from '../outcome.tsx'
import { ServerUnreachable } from '../server-unreachable.tsx'

interface Props<Preview> {
  /** Says what the link would do; rejects with a failed field `token` where the link no longer works. */
  fetchPreview: (signal: AbortSignal) => Promise<Preview>
  /** Whether the link had been used before. */
  wasUsed: (preview: Preview) => boolean
  confirm: (preview: Preview) => Promise<unknown>
  describe: (preview: Preview) => Question
  renderDone: (preview: Preview) => ReactNode
  declined: { title: string; text: ReactNode }
  /** For how long such a link works, and where there is a new one. */
  tooOld: ReactNode
}

interface Question {
  title: string
  text: ReactNode
  confirmLabel: ReactNode
  declineLabel: ReactNode
}

type State<Preview> = 'loading' | 'declined' | { preview: Preview; isDone: boolean } | { error: unknown }

/**
 * The page of a mailed link, which acts only after a button press: programs that check mails open their links. Each
 * state is a new element (`key`), whose heading takes the focus.
 */
export function MailedLink<Preview>(props: Props<Preview>) {
  const { fetchPreview, wasUsed, confirm, describe, renderDone, declined, tooOld } = props
  const { t } = useLingui()
  const [state, setState] = useState<State<Preview>>('loading')
  const [attempt, setAttempt] = useState(0)
  const { mutate, isPending } = useMutation(
    {
      mutationFn: confirm,
      onSuccess: (_answer, preview) => setState({ preview, isDone: true }),
      onError: (error) => setState({ error }),
    },
    queryClient,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each attempt; another link has another key
  useEffect(() => {
    const controller = new AbortController()
    fetchPreview(controller.signal).then(
      (preview) => setState({ preview, isDone: wasUsed(preview) }),
      (error: unknown) => controller.signal.aborted || setState({ error }),
    )
    return () => controller.abort()
  }, [attempt])

  if (state === 'loading') return <Outcome takesFocus={attempt > 0} title={t`Opening your link…`} />
  if (state === 'declined') {
    return (
      <Outcome
        key="declined"
        takesFocus
        title={declined.title}
        actions={
          <LinkButton to="/" variant="primary">
            <Trans>Back to Home</Trans>
          </LinkButton>
        }
      >
        <p>{declined.text}</p>
      </Outcome>
    )
  }
  if ('error' in state) {
    const retry = () => {
      setState('loading')
      setAttempt(attempt + 1)
    }
    const isTooOld = Object.hasOwn(failedFields(state.error), 'token')
    return isTooOld ? <TooOld>{tooOld}</TooOld> : <ServerUnreachable error={state.error} onRetry={retry} />
  }
  if (state.isDone) return renderDone(state.preview)
  const { title, text, confirmLabel, declineLabel } = describe(state.preview)
  return (
    <Outcome
      key="question"
      takesFocus
      title={title}
      actions={
        <>
          <Button variant="primary" pending={isPending} onClick={() => mutate(state.preview)}>
            {confirmLabel}
          </Button>
          <Button variant="quiet" onClick={() => setState('declined')}>
            {declineLabel}
          </Button>
        </>
      }
    >
      {text}
    </Outcome>
  )
}

function TooOld({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  return (
    <Outcome
      takesFocus
      title={t`This link is no longer valid`}
      actions={
        <LinkButton to="/account" variant="primary">
          <Trans>Go to your account</Trans>
        </LinkButton>
      }
    >
      <p>{children}</p>
    </Outcome>
  )
}
