import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { IconButton } from '#ui/button/icon-button.tsx'
import { XIcon } from '#ui/icons/icons.tsx'
import { Radar } from '#ui/score-chart/radar.tsx'
import { TEMPORARY_CHAT } from '../../temporary/temporary-path.ts'
import { hasAnyScore } from '../has-scores.ts'
import type { OpenedScores } from '../open-scores.ts'
import { AxisScores } from './axis-scores.tsx'
import { CompositeScores } from './composite-scores.tsx'
import { RescoreButton } from './rescore-button.tsx'
import { ScoreSource } from './score-source.tsx'
import { ScoreTrend } from './score-trend.tsx'
import styles from './scores-panel.module.css'
import { hideQuote, showQuote, showQuoteSoon } from './show-quote.ts'
import { useChatScores } from './use-chat-scores.ts'

interface ScoresPanelProps extends OpenedScores {
  userId: number
  onClose: () => void
  /** True when the panel is a sheet over the chat, which has its own heading and close button. */
  isSheet: boolean
}

/** Shows all scores of one answer and the trend of its chat. */
export function ScoresPanel({ userId, chatId, messageId: id, onClose, isSheet }: ScoresPanelProps) {
  const showQuote = useShowQuote({ chatId, messageId: id }, isSheet ? onClose : null)
  const known = useChatScores(userId, chatId, id)
  const scores = known?.message?.scores ?? null
  const assessed = scores !== null && hasAnyScore(scores)
  return (
    <div className={styles.panel}>
      {isSheet ? null : <Head messageId={id} onClose={onClose} />}
      {known ? (
        <>
          {assessed ? (
            <>
              <CompositeScores scores={scores} oas={known.trend.at(-1)?.oas ?? null} />
              <div className={styles.radar}>
                <Radar values={scores} size={164} decorative />
              </div>
              <AxisScores scores={scores} onQuote={showQuote} />
            </>
          ) : null}
          <ScoreSource scores={scores} message={known.message} messageId={id} />
          {chatId === TEMPORARY_CHAT ? null : (
            <RescoreButton userId={userId} chatId={chatId} messageId={id} isFirst={!assessed} />
          )}
          <ScoreTrend points={known.trend} current={id} />
        </>
      ) : null}
    </div>
  )
}

/** Takes the focus on mount, because a user who opened the scores reads on here. */
function Head({ messageId, onClose }: { messageId: string; onClose: () => void }) {
  const { t } = useLingui()
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the scores of another answer open
  useEffect(() => heading.current?.focus({ preventScroll: true }), [messageId])
  return (
    <header className={styles.head}>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        <Trans>Scores of this answer</Trans>
      </h2>
      <IconButton label={t`Close`} icon={<XIcon />} onClick={onClose} />
    </header>
  )
}

/**
 * Returns a function that scrolls from a quote to its place in the answer. `closeSheet` closes the sheet over the
 * answer; the quote then stays marked until the next user input. Null: the scores are beside the chat.
 */
function useShowQuote({ chatId, messageId }: OpenedScores, closeSheet: (() => void) | null) {
  const navigate = useNavigate()
  const isSheet = closeSheet !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer ends the mark in the previous one
  useEffect(() => (isSheet ? undefined : hideQuote), [isSheet, messageId])

  return (quote: string) => {
    if (isSheet) {
      for (const deed of ['pointerdown', 'keydown']) document.addEventListener(deed, hideQuote, { once: true })
    }
    if (showQuote(messageId, quote)) return closeSheet?.()
    showQuoteSoon(messageId, quote)
    // Replaces the history entry of the sheet.
    void navigate({
      to: '/chat/$chatId',
      params: { chatId },
      search: { message: messageId },
      replace: isSheet,
      state: {},
    })
  }
}
