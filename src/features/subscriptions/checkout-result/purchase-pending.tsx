import { Trans } from '@lingui/react/macro'
import { queryClient } from '#data/query-client.ts'
import { describeFailure } from '#i18n/describe-error.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Button } from '#ui/button/button.tsx'
import { LinkButton } from '#ui/button/link-button.tsx'
import { useOnline } from '#ui/use-online.ts'
import styles from '../page.module.css'
import { confirmCheckoutQuery } from './checkout-status.ts'
import { LONG_TRIES } from './poll-delay.ts'

type Props = { sessionId: string; error: Error | null; isAsking: boolean; onAsk: () => unknown }

/** Shown while a purchase is undecided or the server is unreachable. The page polls, so the user may leave it. */
export function PurchasePending({ sessionId, error, isAsking, onAsk }: Props) {
  return (
    <>
      <div role="status">
        <h1>
          {error === null ? <Trans>Your payment is on its way</Trans> : <Trans>We could not confirm it yet</Trans>}
        </h1>
        <p className={styles.lead}>
          <Why sessionId={sessionId} error={error} />
        </p>
      </div>
      <p className={styles.small}>
        <Trans>This page asks again by itself. Nothing is charged twice.</Trans>
      </p>
      <div className={styles.actions}>
        <Button variant="primary" pending={isAsking} pendingLabel={<Trans>Checking…</Trans>} onClick={() => onAsk()}>
          <Trans>Check again</Trans>
        </Button>
        <LinkButton to="/chat" variant="quiet">
          <Trans>Back to the chat</Trans>
        </LinkButton>
      </div>
    </>
  )
}

function Why({ sessionId, error }: Pick<Props, 'sessionId' | 'error'>) {
  const language = useLanguage()
  const isOnline = useOnline()
  const state = queryClient.getQueryState(confirmCheckoutQuery(sessionId).queryKey)
  if (!isOnline) return <Trans>You are offline. What you bought is safe, and shown here when you are back.</Trans>
  if (error !== null) return describeFailure(error, language)
  if ((state?.dataUpdateCount ?? 0) > LONG_TRIES) {
    return (
      <Trans>It takes longer than usual. You can leave this page: your plan begins by itself when it arrives.</Trans>
    )
  }
  return <Trans>It can take a minute until it arrives.</Trans>
}
