import { Trans } from '@lingui/react/macro'
import { describeFailure } from '#i18n/error-words.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { hasActiveSubscription } from '#session/entitlements.ts'
import { useSession } from '#session/session-atom.ts'
import styles from './page.module.css'
import { PlanAction } from './plan-action.tsx'
import { PlanList } from './plan-list.tsx'
import { useStartCheckout } from './use-start-checkout.ts'

/** The plans for somebody signed in. Only the free one can be started in this version. */
export function PlansPage() {
  const language = useLanguage()
  const user = useSession()?.user
  const start = useStartCheckout()
  return (
    <div className={styles.page}>
      <h1>
        <Trans>Plans</Trans>
      </h1>
      <p className={styles.lead}>
        {user !== undefined && hasActiveSubscription(user) ? (
          <Trans>You have a plan. It does not renew by itself in this version.</Trans>
        ) : (
          <Trans>Start with the free trial. It needs no card and ends by itself.</Trans>
        )}
      </p>
      {start.isError && (
        <p role="alert" className={styles.failed}>
          {describeFailure(start.error, language)}
        </p>
      )}
      <PlanList
        heading="h2"
        action={(plan) => <PlanAction plan={plan} isPending={start.isPending} onStart={() => start.mutate(plan.id)} />}
      />
    </div>
  )
}
