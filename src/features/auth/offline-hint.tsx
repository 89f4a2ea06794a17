import { Trans } from '@lingui/react/macro'
import { CloudOffIcon } from '#ui/icons/icons.tsx'
import { useOnline } from '#ui/use-online.ts'
import styles from './auth-page.module.css'

/** Says that signing in needs a network. The live region is rendered before its text, so that it is announced. */
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
