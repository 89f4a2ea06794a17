import { Trans } from '@lingui/react/macro'
import styles from '../account.module.css'
import { SecondFactorSection } from './second-factor-section.tsx'

/** All that an admin without a second factor sees of the admin panel where the operator requires one. */
export function RequiredFactorPage({ userId }: { userId: number }) {
  return (
    <div className={styles.page}>
      <h1 data-in-bar className={styles.title}>
        <Trans>First a second step</Trans>
      </h1>
      <p className={styles.offline}>
        <Trans>
          This server asks everybody who administers it for a second step. The panel opens once it is set up.
        </Trans>
      </p>
      <SecondFactorSection userId={userId} />
    </div>
  )
}
