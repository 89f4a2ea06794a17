import { Trans } from '@lingui/react/macro'
import { LinkButton } from '#ui/link-button.tsx'
import styles from './chat-screen.module.css'

/** In the composer's place for a person without a subscription; their chats stay readable. */
export function TrialOffer() {
  return (
    <aside className={styles.offer}>
      <p>
        <Trans>To write to Companion you need a plan. The trial is free and needs no card.</Trans>
      </p>
      <div className={styles.offerChoices}>
        <LinkButton to="/subscriptions/free-trial/subscribe" variant="primary">
          <Trans>Start the free trial</Trans>
        </LinkButton>
        <LinkButton to="/subscriptions" variant="quiet">
          <Trans>See all plans</Trans>
        </LinkButton>
      </div>
    </aside>
  )
}
