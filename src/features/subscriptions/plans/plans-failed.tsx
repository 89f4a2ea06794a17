import { Trans } from '@lingui/react/macro'
import { Button } from '#ui/button/button.tsx'
import styles from '../page.module.css'

export function PlansFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className={styles.retry}>
      <p>
        <Trans>The plans could not be loaded.</Trans>
      </p>
      <Button onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
}
