import { Trans } from '@lingui/react/macro'
import { memo } from 'react'
import type { QuestionRow } from './build-rows.ts'
import { useChatActions } from './chat-actions.ts'
import styles from './messages.module.css'
import { SendStatus } from './send-status.tsx'

/** What the person wrote, as they wrote it: never markdown. */
export const Question = memo(function Question({ row }: { row: QuestionRow }) {
  const actions = useChatActions()
  const pending = row.send.kind === 'waiting' || row.send.kind === 'sending'
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
        onRetry={() => actions.retry(row.key)}
        onEdit={actions.edit && (() => actions.edit?.(row.key))}
        onDiscard={() => actions.discard(row.key)}
      />
    </article>
  )
})
