import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { paySandboxInvoices } from '#contract/endpoints/subscriptions.ts'
import type { Subscription } from '#contract/objects/plan.ts'
import { queryClient } from '#data/query-client.ts'
import { describeFailure } from '#i18n/describe-error.ts'
import { formatPrice } from '#i18n/format-price.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { api } from '#session/api.ts'
import { isUnpaid } from '#session/entitlements.ts'
import { refreshUser } from '#session/refresh-user.ts'
import { useSession } from '#session/state/session-atom.ts'
import { Button } from '#ui/button/button.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { useCheckoutStep } from '../checkout/use-checkout.ts'
import { findCurrent } from '../current-subscription.ts'
import { invoicesQuery } from '../history/invoices-query.ts'
import { refreshHistory } from '../history/list-subscriptions.ts'
import styles from './sandbox.module.css'

/** Pays what is open for a plan whose payment failed. */
export function OpenPayment() {
  const user = useSession()?.user
  const current = findCurrent(user?.subscriptions ?? [])
  if (user === undefined || current === undefined || !isUnpaid(current)) return null
  return <Due userId={user.id} subscription={current} />
}

/** Shows what the failed invoices add up to, which a promotion code makes less than the price of the plan. */
function Due({ userId, subscription: { plan } }: { userId: number; subscription: Subscription }) {
  const title = usePlanTitle()
  const language = useLanguage()
  const invoices = useQuery(invoicesQuery(userId), queryClient)
  const { go, pending, failure } = useCheckoutStep(payOpen, () => void refreshUser().catch(() => undefined))
  const unpaid = invoices.data?.filter(({ status }) => status === 'failed')
  const minorUnits = unpaid?.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)
  const due = minorUnits === undefined ? '' : formatPrice((minorUnits / 100).toFixed(2), plan.currency, language)
  return (
    <>
      <div className={styles.bought}>
        <h2 className={styles.plan}>{title(plan)}</h2>
        {due !== '' ? (
          <p>
            <Trans>Due now: {due}</Trans>
          </p>
        ) : invoices.isError ? (
          <div role="alert" className={styles.absent}>
            <p>{describeFailure(invoices.error, language)}</p>
            <Button pending={invoices.isFetching} onClick={() => void invoices.refetch()}>
              <Trans>Try again</Trans>
            </Button>
          </div>
        ) : (
          <Skeleton width="8rem" />
        )}
      </div>
      <div role="alert">{failure === '' ? null : <p className={styles.failed}>{failure}</p>}</div>
      <div className={styles.choices}>
        <Button wide variant="primary" pending={pending !== undefined} disabled={due === ''} onClick={() => go('pay')}>
          <Trans>Pay what is open</Trans>
        </Button>
      </div>
    </>
  )
}

async function payOpen(_: 'pay'): Promise<string> {
  const { redirect_url } = await api.call(paySandboxInvoices, {})
  await Promise.all([refreshUser(), refreshHistory()])
  return redirect_url
}
