import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '#data/query-client.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { Button } from '#ui/button/button.tsx'
import { LinkButton } from '#ui/button/link-button.tsx'
import { planOfCheckout } from '../checkout/started-checkout.ts'
import { useStartCheckout } from '../checkout/use-checkout.ts'
import styles from '../page.module.css'
import { plansQuery } from '../plans/list-plans.ts'

/** Shown after a declined payment; the plan can be bought again from here, in the tab that began the purchase. */
export function PurchaseFailed({ sessionId }: { sessionId: string }) {
  const read = usePlanTitle()
  const { go, pending, failure } = useStartCheckout()
  const planId = planOfCheckout(sessionId)
  const { data } = useQuery({ ...plansQuery, enabled: planId !== undefined }, queryClient)
  const plan = data?.plans.find(({ id }) => id === planId)
  const title = plan === undefined ? '' : read(plan)
  return (
    <>
      <div role="status">
        <h1>
          <Trans>The payment did not go through</Trans>
        </h1>
        <p className={styles.lead}>
          <Trans>It was declined, or it took too long. Nothing was bought and nothing is charged.</Trans>
        </p>
      </div>
      <div role="alert">{failure === '' ? null : <p className={styles.failed}>{failure}</p>}</div>
      <div className={styles.actions}>
        {plan === undefined ? null : (
          <Button
            variant="primary"
            pending={pending !== undefined}
            pendingLabel={<Trans>Opening the checkout…</Trans>}
            onClick={() => go(plan.id)}
          >
            <Trans>Try {title} again</Trans>
          </Button>
        )}
        <LinkButton to="/subscriptions" variant={plan === undefined ? 'primary' : 'secondary'}>
          <Trans>See the plans</Trans>
        </LinkButton>
        <LinkButton to="/chat" variant="quiet">
          <Trans>Back to the chat</Trans>
        </LinkButton>
      </div>
    </>
  )
}
