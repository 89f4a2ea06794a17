import { Trans } from '@lingui/react/macro'
import { openBillingPortal } from '#contract/endpoints/billing.ts'
import { api } from '#session/api.ts'
import { refreshUser } from '#session/refresh-user.ts'
import { Button } from '#ui/button/button.tsx'
import { useCheckoutStep } from '../checkout/use-checkout.ts'
import styles from '../page.module.css'

/** Opens the payment processor's page, where a failed payment is made with another card. */
export function UpdatePayment({ closedBy }: { closedBy: string | undefined }) {
  const { go, pending, failure } = useCheckoutStep(openPortal, () => void refreshUser().catch(() => undefined))
  return (
    <>
      <Button
        variant="primary"
        disabled={closedBy !== undefined}
        aria-describedby={closedBy}
        pending={pending !== undefined}
        pendingLabel={<Trans>Opening…</Trans>}
        onClick={() => go('portal')}
      >
        <Trans>Update payment</Trans>
      </Button>
      <div role="alert">{failure === '' ? null : <p className={styles.failed}>{failure}</p>}</div>
    </>
  )
}

async function openPortal(_: 'portal'): Promise<string> {
  return (await api.call(openBillingPortal, {})).url
}
