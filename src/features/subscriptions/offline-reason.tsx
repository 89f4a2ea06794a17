import { Trans } from '@lingui/react/macro'
import styles from './page.module.css'

/** Says why nothing can be bought or changed offline; always rendered, so that screen readers announce its text. */
export function OfflineReason({ id, isOnline }: { id: string; isOnline: boolean }) {
  return (
    <div role="status">
      {isOnline ? null : (
        <p id={id} className={styles.offlineHint}>
          <Trans>You are offline. Plans can be bought, changed and cancelled when you are back.</Trans>
        </p>
      )}
    </div>
  )
}
