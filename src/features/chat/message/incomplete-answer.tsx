import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { describeError } from '#i18n/describe-error.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Button } from '#ui/button/button.tsx'
import { AlertIcon, ArrowRightIcon, RetryIcon } from '#ui/icons/icons.tsx'
import { useChatActions } from './actions/chat-actions.ts'
import { messagesAfterRemoval } from './actions/messages-after-removal.ts'
import styles from './messages.module.css'

export interface AnswerNoticeProps {
  messageId: string
  status: 'interrupted' | 'failed'
  /** An error code of the contract. */
  failure: string | null
  /** True when the answer has text which can be continued. */
  hasText: boolean
  /** More actions, beside the others. */
  children?: ReactNode
}

/** Says why an answer is incomplete and offers the rest of it or a new version. The existing text remains. */
export function AnswerNotice({ messageId, status, failure, hasText, children }: AnswerNoticeProps) {
  const { regenerateAnswer } = useChatActions()
  const language = useLanguage()
  const reason = failure === null ? null : describeError(failure, language)
  return (
    <div ref={messagesAfterRemoval} className={styles.notice} data-failed={status === 'failed' || undefined}>
      <AlertIcon size={16} />
      <p>
        {status === 'interrupted' && failure === null ? (
          <Trans>You stopped this answer.</Trans>
        ) : status === 'interrupted' || hasText ? (
          <Trans>This answer is not complete.</Trans>
        ) : (
          <Trans>No answer could be written.</Trans>
        )}
        {reason === null ? null : ` ${reason}`}
      </p>
      {regenerateAnswer === null ? null : (
        <>
          {hasText ? (
            <Button
              size="s"
              variant="quiet"
              icon={<ArrowRightIcon size={16} />}
              onClick={() => regenerateAnswer(messageId, 'continue')}
            >
              <Trans>Continue</Trans>
            </Button>
          ) : null}
          <Button size="s" variant="quiet" icon={<RetryIcon size={16} />} onClick={() => regenerateAnswer(messageId)}>
            <Trans>Retry</Trans>
          </Button>
        </>
      )}
      {children}
    </div>
  )
}
