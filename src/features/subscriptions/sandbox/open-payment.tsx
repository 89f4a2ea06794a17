import { Trans } from '@lingui/react/macro'
import { paySandboxInvoices } from '#contract/endpoints/subscriptions.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { api } from '#session/api.ts'
import { isUnpaid } from '#session/entitlements.ts'
import { refreshUser } from '#session/refresh-user.ts'
import { useSession } from '#session/state/session-atom.ts'
import { Button } from '#ui/button/button.tsx'
import { LinkButton } from '#ui/button/link-button.tsx'
import { useCheckoutStep } from '../checkout/use-checkout.ts'
import { findCurrent } from '../current-subscription.ts'
import { refreshHistory } from '../history/list-subscriptions.ts'
import { PlanPrice } from '../plans/plan-price.tsx'
import styles from './sandbox.module.css'

/** Replaces the payment processor's page for a failed payment. */
export function OpenPayment() {
  const title = usePlanTitle()
  const current = findCurrent(useSession()?.user.subscriptions ?? [])
  const { go, pending, failure } = useCheckoutStep(payOpen, () => void refreshUser().catch(() => undefined))
  if (current === undefined || !isUnpaid(current)) {
    return (
      <div className={styles.absent}>
        <p>
          <Trans>No payment is due.</Trans>
        </p>
        <LinkButton to="/account" variant="primary">
          <Trans>Account</Trans>
        </LinkButton>
      </div>
    )
  }
  return (
    <>
      <div className={styles.bought}>
        <h2 className={styles.plan}>{title(current.plan)}</h2>
        <PlanPrice plan={current.plan} />
      </div>
      <div role="alert">{failure === '' ? null : <p className={styles.failed}>{failure}</p>}</div>
      <div className={styles.choices}>
        <Button wide variant="primary" pending={pending !== undefined} onClick={() => go('pay')}>
          <Trans>Pay what is open</Trans>
        </Button>
        <LinkButton to="/account" wide variant="quiet">
          <Trans>Leave</Trans>
        </LinkButton>
      </div>
    </>
  )
}

async function payOpen(_: 'pay'): Promise<string> {
  const { redirect_url } = await api.call(paySandboxInvoices, {})
  await Promise.all([refreshUser(), refreshHistory()])
  return redirect_url
}
