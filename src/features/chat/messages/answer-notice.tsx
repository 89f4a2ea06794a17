import { Trans } from '@lingui/react/macro'
import { Button } from '#ui/button.tsx'
import { AlertIcon, RetryIcon } from '#ui/icons.tsx'
import { useChatActions } from './chat-actions.ts'
import styles from './messages.module.css'

/** Says that an answer is not whole, and offers another. What there is of it stays. */
export function AnswerNotice({ message, status }: { message: string; status: 'interrupted' | 'failed' }) {
  const { answerAgain } = useChatActions()
  return (
    <div className={styles.notice} data-failed={status === 'failed' || undefined}>
      <AlertIcon size={16} />
      <p>
        {status === 'interrupted' ? (
          <Trans>This answer is not complete.</Trans>
        ) : (
          <Trans>No answer could be written.</Trans>
        )}
      </p>
      {answerAgain === null ? null : (
        <Button size="s" variant="quiet" icon={<RetryIcon size={16} />} onClick={() => answerAgain(message)}>
          <Trans>Retry</Trans>
        </Button>
      )}
    </div>
  )
}
