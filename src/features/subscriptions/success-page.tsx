import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { describeFailure } from '#i18n/error-words.ts'
import { formatDate } from '#i18n/format-date.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { isFree } from '#lib/is-free.ts'
import { queryClient } from '#lib/query-client.ts'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { confirmCheckoutQuery } from './confirm-checkout.ts'
import styles from './page.module.css'

/** What a purchase brought, asked of the server by its session id. */
export function SuccessPage({ sessionId }: { sessionId: string | undefined }) {
  return (
    <div className={styles.page}>{sessionId === undefined ? <NoPurchase /> : <Outcome sessionId={sessionId} />}</div>
  )
}

function Outcome({ sessionId }: { sessionId: string }) {
  const language = useLanguage()
  const outcome = useQuery(confirmCheckoutQuery(sessionId), queryClient)
  if (outcome.isPending) {
    return (
      <h1>
        <Trans>One moment…</Trans>
      </h1>
    )
  }
  if (outcome.isError || outcome.data.subscription === null) {
    return (
      <>
        <h1>
          {outcome.isError ? <Trans>We could not confirm it yet</Trans> : <Trans>Your payment is on its way</Trans>}
        </h1>
        <p className={styles.lead}>
          {outcome.isError ? (
            describeFailure(outcome.error, language)
          ) : (
            <Trans>It can take a minute until it arrives. Nothing is charged twice.</Trans>
          )}
        </p>
        <div className={styles.actions}>
          <Button variant="primary" pending={outcome.isFetching} onClick={() => outcome.refetch()}>
            <Trans>Check again</Trans>
          </Button>
        </div>
      </>
    )
  }
  const { plan, current_period_end } = outcome.data.subscription
  return (
    <>
      <h1>
        <Trans>You are all set</Trans>
      </h1>
      <p className={styles.lead}>
        <Trans>
          Your plan “{plan.title}” runs until {formatDate(current_period_end, language)}.
        </Trans>{' '}
        {isFree(plan.price) && <Trans>Then it ends by itself, and nothing is charged.</Trans>}
      </p>
      <div className={styles.actions}>
        <LinkButton to="/chat" variant="primary" size="l">
          <Trans>Start chatting</Trans>
        </LinkButton>
      </div>
    </>
  )
}

function NoPurchase() {
  return (
    <>
      <h1>
        <Trans>There is no purchase here</Trans>
      </h1>
      <p className={styles.lead}>
        <Trans>This page opens by itself after you choose a plan.</Trans>
      </p>
      <div className={styles.actions}>
        <LinkButton to="/subscriptions" variant="primary">
          <Trans>See the plans</Trans>
        </LinkButton>
      </div>
    </>
  )
}
