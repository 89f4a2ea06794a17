import { Trans } from '@lingui/react/macro'
import { Button } from '#ui/button/button.tsx'
import { ClockIcon } from '#ui/icons/icons.tsx'
import styles from '../screen/chat-screen.module.css'

/** Shown while an earlier branch is open; leads back to the active one. */
export function BranchStatusBar({ onLeave }: { onLeave: () => void }) {
  return (
    <div className={styles.line}>
      <ClockIcon size={16} />
      <span>
        <Trans>You are reading an earlier version of this chat.</Trans>
      </span>
      <Button size="s" variant="quiet" onClick={onLeave}>
        <Trans>Back to the latest</Trans>
      </Button>
    </div>
  )
}
