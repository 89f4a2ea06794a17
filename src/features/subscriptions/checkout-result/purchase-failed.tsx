import { Trans } from '@lingui/react/macro'
import { LinkButton } from '#ui/button/link-button.tsx'
import styles from '../page.module.css'

export function PurchaseFailed() {
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
      <div className={styles.actions}>
        <LinkButton to="/subscriptions" variant="primary">
          <Trans>See the plans</Trans>
        </LinkButton>
        <LinkButton to="/chat" variant="quiet">
          <Trans>Back to the chat</Trans>
        </LinkButton>
      </div>
    </>
  )
}
