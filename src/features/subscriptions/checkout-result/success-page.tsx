import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '#data/query-client.ts'
import { LinkButton } from '#ui/button/link-button.tsx'
import styles from '../page.module.css'
import { confirmCheckoutQuery, isUnknown } from './checkout-status.ts'
import { PurchaseComplete } from './purchase-complete.tsx'
import { PurchaseFailed } from './purchase-failed.tsx'
import { PurchasePending } from './purchase-pending.tsx'

/** Shows the result of a purchase by its session id, so that a reload shows the same. */
export function SuccessPage({ sessionId }: { sessionId: string | undefined }) {
  return (
    <div className={styles.page}>{sessionId === undefined ? <NoPurchase /> : <Outcome sessionId={sessionId} />}</div>
  )
}

function Outcome({ sessionId }: { sessionId: string }) {
  const outcome = useQuery(confirmCheckoutQuery(sessionId), queryClient)
  const { data } = outcome
  if (outcome.isPending) {
    return (
      <h1>
        <Trans>One moment…</Trans>
      </h1>
    )
  }
  if (data?.status === 'complete' && data.subscription !== null) return <PurchaseComplete bought={data.subscription} />
  if (data?.status === 'failed') return <PurchaseFailed sessionId={sessionId} />
  if (isUnknown(outcome.error)) return <NoPurchase />
  return (
    <PurchasePending
      sessionId={sessionId}
      error={outcome.error}
      isAsking={outcome.isFetching}
      onAsk={outcome.refetch}
    />
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
        <LinkButton to="/account/subscriptions/history" variant="quiet">
          <Trans>Subscription History</Trans>
        </LinkButton>
      </div>
    </>
  )
}
