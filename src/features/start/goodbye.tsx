import { Trans } from '@lingui/react/macro'
import styles from './start-page.module.css'

/** Confirms the deletion of the account. */
export function Goodbye() {
  return (
    <p role="status" className={styles.goodbye}>
      <Trans>Your account is deleted, with everything in it. Thank you for your time here, and goodbye.</Trans>
    </p>
  )
}
