import { Trans } from '@lingui/react/macro'
import { Button } from '#ui/button/button.tsx'
import { useFollowCheckout } from '../checkout/use-follow-checkout.ts'
import type { SandboxCheckout } from './open-checkout.tsx'
import styles from './sandbox.module.css'

/** Paid, declined or expired before: by a reload, or by the browser's way back. */
export function EndedCheckout({ checkout }: { checkout: SandboxCheckout }) {
  const follow = useFollowCheckout()
  return (
    <>
      <p className={styles.bought}>
        <Ending status={checkout.status} />
      </p>
      <div className={styles.choices}>
        <Button wide variant="primary" onClick={() => void follow(checkout.return_url)}>
          <Trans>Continue</Trans>
        </Button>
      </div>
    </>
  )
}

function Ending({ status }: Pick<SandboxCheckout, 'status'>) {
  if (status === 'complete') return <Trans>This checkout is paid already.</Trans>
  if (status === 'declined') return <Trans>This payment was declined. Nothing was bought.</Trans>
  return <Trans>This checkout has expired. Nothing was bought.</Trans>
}
