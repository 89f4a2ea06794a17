import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '#data/query-client.ts'
import styles from '../page.module.css'
import { confirmCheckoutQuery, isUnknown } from './checkout-status.ts'
import { NoPurchase } from './no-purchase.tsx'
import { PurchaseBought } from './purchase-complete.tsx'
import { PurchaseFailed } from './purchase-failed.tsx'
import { PurchaseWaits } from './purchase-pending.tsx'

/** What a purchase brought, asked of the server by its session id; so a reload shows the same. */
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
  if (data?.status === 'complete' && data.subscription !== null) return <PurchaseBought bought={data.subscription} />
  if (data?.status === 'failed') return <PurchaseFailed />
  if (isUnknown(outcome.error)) return <NoPurchase />
  return (
    <PurchaseWaits sessionId={sessionId} error={outcome.error} isAsking={outcome.isFetching} onAsk={outcome.refetch} />
  )
}
