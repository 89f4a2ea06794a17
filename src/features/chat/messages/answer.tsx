import { Trans } from '@lingui/react/macro'
import { memo } from 'react'
import { Markdown } from '../markdown/markdown.tsx'
import { AnswerActions } from './answer-actions.tsx'
import { AnswerNotice } from './answer-notice.tsx'
import type { AnswerRow } from './build-rows.ts'
import styles from './messages.module.css'
import { Reasoning } from './reasoning.tsx'
import { useLiveAnswer } from './use-live-answer.ts'

/** One answer. While it streams only this row renders, at most once a frame. */
export const Answer = memo(function Answer({ row: { message } }: { row: AnswerRow }) {
  const live = useLiveAnswer(message)
  const streaming = live.status === 'streaming'
  return (
    <article className={styles.answer} aria-labelledby={`by-${message.id}`} aria-busy={streaming}>
      <h2 id={`by-${message.id}`} className="visually-hidden">
        <Trans>Companion</Trans>
      </h2>
      {live.hasReasoning ? <Reasoning message={message.id} known={live.reasoning} streaming={streaming} /> : null}
      {live.text === '' && !streaming ? null : <Markdown text={live.text} streaming={streaming} />}
      {live.status === 'interrupted' || live.status === 'failed' ? (
        <AnswerNotice message={message.id} status={live.status} />
      ) : null}
      <div className={styles.actions}>{streaming || live.text === '' ? null : <AnswerActions text={live.text} />}</div>
    </article>
  )
})
