import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '#data/query-client.ts'
import { isFree } from '#lib/is-free.ts'
import { useSession } from '#session/state/session-atom.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import styles from '../page.module.css'
import { plansQuery } from '../plans/list-plans.ts'
import { persistPlans } from '../plans/persist-plans.ts'
import { PlansFailed } from '../plans/plans-failed.tsx'
import { TrialOffer } from './trial-offer.tsx'

persistPlans()

/** Starts the trial: the enabled plan with the price 0.00. */
export function FreeTrialPage() {
  const userId = useSession()?.user.id
  const plans = useQuery(plansQuery, queryClient)
  const trial = plans.data?.plans.find((plan) => isFree(plan.price))
  return (
    <div className={styles.page}>
      <h1>
        <Trans>Your free trial</Trans>
      </h1>
      {plans.data === undefined &&
        (plans.isError ? <PlansFailed onRetry={() => plans.refetch()} /> : <Skeleton width="20rem" height="8rem" />)}
      {plans.data !== undefined && trial === undefined && (
        <p className={styles.lead}>
          <Trans>There is no free trial right now.</Trans>
        </p>
      )}
      {trial !== undefined && <TrialOffer key={userId} plan={trial} />}
    </div>
  )
}
