import { Trans } from '@lingui/react/macro'
import { hasHadTrial, isUnpaid } from '#session/entitlements.ts'
import { useSession } from '#session/state/session-atom.ts'
import { LinkButton } from '#ui/button/link-button.tsx'
import styles from '../screen/chat-screen.module.css'

/** Replaces the composer for a user without a subscription; the chats stay readable. */
export function PlanRequired() {
  const user = useSession()?.user
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
  return (
    <aside className={styles.offer}>
      <p>
        {user && hasHadTrial(user) ? (
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
