import { Trans } from '@lingui/react/macro'
import { useConfig } from '#data/config.ts'
import { hasHadTrial, isUnpaid } from '#session/entitlements.ts'
import { useSession } from '#session/state/session-atom.ts'
import { LinkButton } from '#ui/button/link-button.tsx'
import styles from '../screen/chat-screen.module.css'

/** Replaces the composer for a user without a subscription; the chats stay readable. */
export function PlanRequired() {
  const user = useSession()?.user
  const config = useConfig()
  if (user?.subscriptions.some(isUnpaid)) {
    return (
      <aside className={styles.offer}>
        <p>
          <Trans>The last payment for your plan did not go through. Until it does you can read, but not write.</Trans>
        </p>
        <div className={styles.offerChoices}>
          <LinkButton to="/account" hash="plan" variant="primary">
            <Trans>Update payment</Trans>
          </LinkButton>
        </div>
      </aside>
    )
  }
  const hadTrial = user !== undefined && hasHadTrial(user)
  if (hadTrial || config === undefined || config.trial === false) {
    return (
      <aside className={styles.offer}>
        <p>
          {hadTrial ? (
            <Trans>To write to Companion you need a plan, and yours has ended. What you wrote stays readable.</Trans>
          ) : (
            <Trans>To write to Companion you need a plan.</Trans>
          )}
        </p>
        <div className={styles.offerChoices}>
          <LinkButton to="/subscriptions" variant="primary">
            <Trans>See all plans</Trans>
          </LinkButton>
        </div>
      </aside>
    )
  }
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
