import { Plural, Trans } from '@lingui/react/macro'
import { describeFailure } from '#i18n/error-words.ts'
import { currentLanguage } from '#i18n/i18n.ts'
import { Button } from '#ui/button.tsx'
import { AlertIcon } from '#ui/icons.tsx'
import { toastError } from '#ui/toast.ts'
import { retryFailed } from '../messages/retry-failed.ts'
import styles from './chat-screen.module.css'

/** When several questions of the open chat have failed: all of them again, in their order. */
export function FailedLine({ failed }: { failed: readonly string[] }) {
  if (failed.length < 2) return null
  const retry = () =>
    retryFailed(failed).catch((error: unknown) => toastError(describeFailure(error, currentLanguage())))
  return (
    <div className={styles.line} data-warn="">
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
