import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { openBillingPortal } from '#contract/endpoints/billing.ts'
import { api } from '#session/api.ts'
import { refreshUser } from '#session/refresh-user.ts'
import { Button } from '#ui/button/button.tsx'
import { useCheckoutStep } from '../checkout/use-checkout.ts'
import styles from '../page.module.css'

type Props = { variant: 'primary' | 'secondary'; closedBy: string | undefined; children: ReactNode }

/** Opens the payment processor's page for a failed payment, the card, the billing address, tax ids and receipts. */
export function PortalButton({ variant, closedBy, children }: Props) {
  const { go, pending, failure } = useCheckoutStep(openPortal, () => void refreshUser().catch(() => undefined))
  return (
    <>
      <Button
        variant={variant}
        disabled={closedBy !== undefined}
        aria-describedby={closedBy}
        pending={pending !== undefined}
        pendingLabel={<Trans>Opening…</Trans>}
        onClick={() => go('portal')}
      >
        {children}
      </Button>
      <div role="alert">{failure === '' ? null : <p className={styles.failed}>{failure}</p>}</div>
    </>
  )
}

async function openPortal(_: 'portal'): Promise<string> {
  return (await api.call(openBillingPortal, {})).url
}
