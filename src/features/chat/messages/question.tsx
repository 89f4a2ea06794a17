import { Trans } from '@lingui/react/macro'
import { memo } from 'react'
import { LinkButton } from '#ui/link-button.tsx'
import type { QuestionRow } from './build-rows.ts'
import { useChatActions } from './chat-actions.ts'
import styles from './messages.module.css'
import { isStuck } from './send-state.ts'
import { SendStatus } from './send-status.tsx'

/** What the person wrote, as they wrote it: never markdown. */
export const Question = memo(function Question({ row }: { row: QuestionRow }) {
  const actions = useChatActions()
  const pending = row.send.kind === 'sending' || (isStuck(row.send) && row.send.kind !== 'failed')
  return (
    <article className={styles.question} aria-labelledby={`by-${row.key}`}>
      <h2 id={`by-${row.key}`} className="visually-hidden">
        <Trans>You</Trans>
      </h2>
      <p
        className={styles.bubble}
        data-pending={pending || undefined}
        data-failed={row.send.kind === 'failed' || undefined}
        dir="auto"
      >
        {row.content}
      </p>
      <SendStatus
        send={row.send}
        later={actions.sendsLater}
        offer={
          <LinkButton size="s" variant="quiet" to="/subscriptions">
            <Trans>See all plans</Trans>
          </LinkButton>
        }
        onRetry={() => actions.retry(row.key)}
        onEdit={actions.edit && (() => actions.edit?.(row.key))}
        onDiscard={() => actions.discard(row.key)}
      />
    </article>
  )
})
