import { Trans } from '@lingui/react/macro'
import { describeError } from '#i18n/error-words.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Button } from '#ui/button.tsx'
import { AlertIcon, CheckIcon, ClockIcon, SendIcon } from '#ui/icons.tsx'
import styles from './messages.module.css'
import type { SendState } from './send-state.ts'

export interface SendChoices {
  onRetry: () => void
  onEdit: (() => void) | null
  onDiscard: () => void
}

/** Whether a question has reached the server; of a failed one, why, and what can be done. */
export function SendStatus({ send, ...choices }: { send: SendState } & SendChoices) {
  switch (send.kind) {
    case 'waiting':
      return (
        <p className={styles.status}>
          <ClockIcon size={14} />
          <Trans>Waiting to send</Trans>
          <Reason code={send.code} />
        </p>
      )
    case 'sending':
      return (
        <p className={styles.status}>
          <SendIcon size={14} />
          <Trans>Sending</Trans>
        </p>
      )
    case 'sent':
      return (
        <p className={styles.status}>
          <CheckIcon size={14} />
          <Trans>Sent</Trans>
        </p>
      )
    case 'failed':
      return <Failed send={send} {...choices} />
  }
}

/** Only what a person can do something about; a missing connection is said once, above the composer. */
function Reason({ code }: { code: string | null }) {
  const language = useLanguage()
  const words = code === null ? null : describeError(code, language)
  return words === null ? null : <span>· {words}</span>
}

type FailedProps = { send: Extract<SendState, { kind: 'failed' }> } & SendChoices

function Failed({ send, onRetry, onEdit, onDiscard }: FailedProps) {
  const language = useLanguage()
  const reason = (send.code === null ? null : describeError(send.code, language)) ?? send.reason
  return (
    <div className={styles.status} data-failed="">
      <p className={styles.choices}>
        <AlertIcon size={14} />
        <span>
          <Trans>Not sent</Trans>
          {reason === null || reason === '' ? null : `. ${reason}`}
        </span>
      </p>
      <div className={styles.choices}>
        <Button size="s" variant="quiet" onClick={onRetry}>
          <Trans>Retry</Trans>
        </Button>
        {onEdit && (
          <Button size="s" variant="quiet" onClick={onEdit}>
            <Trans>Edit</Trans>
          </Button>
        )}
        <Button size="s" variant="quiet" onClick={onDiscard}>
          <Trans>Discard</Trans>
        </Button>
      </div>
    </div>
  )
}
