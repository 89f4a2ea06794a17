import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { formatDay } from '#i18n/format.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { isUnpaid } from '#session/entitlements.ts'
import { useSession } from '#session/state/session-atom.ts'
import { AlertIcon } from '#ui/icons/icons.tsx'
import styles from '../screen/chat-screen.module.css'

/**
 * Says until when a user whose payment failed can write. Renders nothing once they cannot: the composer is replaced.
 */
export function PaymentStatusBar() {
  const language = useLanguage()
  const subscriptions = useSession()?.user.subscriptions ?? []
  const unpaid = subscriptions.find((subscription) => isUnpaid(subscription) && subscription.is_active_now)
  const until = unpaid?.grace_until
  if (!until) return null
  const date = formatDay(until, language, null)
  return (
    <div className={styles.bar} data-warn="">
      <AlertIcon size={16} />
      <span>
        <Trans>The last payment did not go through. You can write until {date}.</Trans>{' '}
        <Link to="/account" hash="plan">
          <Trans>Update payment</Trans>
        </Link>
      </span>
    </div>
  )
}
