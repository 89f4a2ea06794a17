import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { memo, type RefObject } from 'react'
import { describeError } from '#i18n/describe-error.ts'
import { useLanguage } from '#i18n/use-language.ts'
import type { OutboxEntry } from '#offline/database/rows.ts'
import { Button } from '#ui/button/button.tsx'
import { focusAfterRemoval } from '#ui/focus-after-removal.ts'
import { AlertIcon, ClockIcon, SendIcon } from '#ui/icons/icons.tsx'
import { describeEntry } from './describe-entry.ts'
import styles from './unsent-list.module.css'
import type { UnsentItemData } from './use-unsent.ts'

interface UnsentItemProps extends UnsentItemData {
  /** Offline, the retry button is hidden, and the list gives the reason. */
  isOnline: boolean
  /** Receives the focus when the buttons are removed, as by a retry. */
  heading: RefObject<HTMLElement | null>
  onRetry: (id: string) => void
  onDiscard: (entry: OutboxEntry) => void
}

/** Memoised, so that only changed items of a long outbox render while it is sent. */
export const UnsentItem = memo(function UnsentItem(props: UnsentItemProps) {
  const { entry, hasChat, isOnline, heading, onRetry, onDiscard } = props
  const { t } = useLingui()
  const title = props.title === '' ? t`New chat` : props.title
  const { kind, text } = describeEntry(entry)
  const name = text ?? title ?? kind
  const isSending = entry.state === 'sending'
  return (
    <li className={styles.item}>
      <p className={styles.kind}>
        {kind}
        {title === null ? null : (
          <>
            {' · '}
            {hasChat ? (
              <Link to="/chat/$chatId" params={{ chatId: entry.queueKey }} dir="auto">
                {title}
              </Link>
            ) : (
              <span dir="auto">{title}</span>
            )}
          </>
        )}
      </p>
      {text === null ? null : (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      )}
      <div className={styles.foot}>
        <State entry={entry} isOnline={isOnline} />
        {isSending ? null : (
          <span ref={focusAfterRemoval(() => heading.current)} className={styles.choices}>
            {isOnline ? (
              <Button size="s" variant="quiet" aria-label={t`Retry: ${name}`} onClick={() => onRetry(entry.id)}>
                <Trans>Retry</Trans>
              </Button>
            ) : null}
            <Button size="s" variant="quiet" aria-label={t`Discard: ${name}`} onClick={() => onDiscard(entry)}>
              <Trans>Discard</Trans>
            </Button>
          </span>
        )}
      </div>
    </li>
  )
})

function State({ entry: { state, error }, isOnline }: { entry: OutboxEntry; isOnline: boolean }) {
  const language = useLanguage()
  if (state === 'sending') {
    return (
      <span className={styles.state}>
        <SendIcon size={16} />
        <Trans>Sending</Trans>
      </span>
    )
  }
  const reason =
    error === null || error.code === 'network' ? null : (describeError(error.code, language) ?? error.message)
  return (
    <span className={styles.state} data-failed={state === 'failed' || undefined}>
      {state === 'failed' ? <AlertIcon size={16} /> : <ClockIcon size={16} />}
      <span>
        {state === 'failed' ? <Trans>Not sent</Trans> : <Trans>Waiting to send</Trans>}
        {reason ? `. ${reason}` : null}
        {isOnline && error?.code === 'network' ? (
          <>
            . <Trans>The server could not be reached.</Trans>
          </>
        ) : null}
      </span>
    </span>
  )
}
