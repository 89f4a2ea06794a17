import { Trans } from '@lingui/react/macro'
import { CloudOffIcon } from '#ui/icons/icons.tsx'
import { useOnline } from '#ui/use-online.ts'
import styles from './auth-page.module.css'

/** Said before somebody tries; the region is there before its words, so that they are read out. */
export function OfflineHint() {
  const isOnline = useOnline()
  return (
    <div role="status" className={styles.region}>
      {isOnline ? null : (
        <p className={styles.offline}>
          <CloudOffIcon size={18} />
          <Trans>You are offline. What you typed stays here until you are back.</Trans>
        </p>
      )}
    </div>
  )
}
