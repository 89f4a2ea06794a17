import { Plural, Trans } from '@lingui/react/macro'
import { Button } from '#ui/button/button.tsx'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { AlertIcon } from '#ui/icons/icons.tsx'
import { messagesAfterRemoval } from '../message/actions/messages-after-removal.ts'
import { retryFailed } from '../message/actions/retry-failed.ts'
import styles from '../screen/chat-screen.module.css'

/** Retries all failed questions of the open chat, in order; shown when there are several. */
export function FailedStatusBar({ failed }: { failed: readonly string[] }) {
  if (failed.length < 2) return null
  const retry = () => retryFailed(failed).catch(toastFailure)
  return (
    <div ref={messagesAfterRemoval} className={styles.bar} data-warn="">
      <AlertIcon size={16} />
      <span>
        <Plural value={failed.length} one="# message was not sent" other="# messages were not sent" />
      </span>
      <Button size="s" variant="quiet" onClick={() => void retry()}>
        <Trans>Retry all</Trans>
      </Button>
    </div>
  )
}
