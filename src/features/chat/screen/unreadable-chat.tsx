import { Trans } from '@lingui/react/macro'
import { Button } from '#ui/button/button.tsx'
import { EmptyState } from '#ui/data-display/empty-state.tsx'
import styles from './chat-screen.module.css'

/** In the chat's place when this device's storage does not answer. */
export function UnreadableChat({ onAgain }: { onAgain: () => void }) {
  return (
    <div className={styles.centre} role="alert">
      <EmptyState
        title={<Trans>This chat could not be read</Trans>}
        text={<Trans>The storage of this browser did not answer. Nothing was deleted.</Trans>}
        action={
          <Button variant="primary" onClick={onAgain}>
            <Trans>Try again</Trans>
          </Button>
        }
      />
    </div>
  )
}
