import { Trans } from '@lingui/react/macro'
import { LinkButton } from '#ui/button/link-button.tsx'
import styles from '../page.module.css'

export function NoPurchase() {
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
