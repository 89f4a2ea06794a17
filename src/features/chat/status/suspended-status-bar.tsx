import { Trans } from '@lingui/react/macro'
import { useSession } from '#session/state/session-atom.ts'
import styles from '../screen/chat-screen.module.css'

/** Says that the account is suspended and why, above the composer: what is written waits. Renders nothing otherwise. */
export function SuspendedStatusBar() {
  const suspended = useSession()?.user.suspended
  if (!suspended) return null
  return (
    <p className={styles.bar}>
      <span>
        <Trans>Your account is suspended. You can read, export and delete; what you write waits here.</Trans>{' '}
        <Trans>
          Reason: <span dir="auto">{suspended.reason}</span>
        </Trans>
      </span>
    </p>
  )
}
