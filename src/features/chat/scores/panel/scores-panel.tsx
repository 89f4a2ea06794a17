import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { IconButton } from '#ui/button/icon-button.tsx'
import { XIcon } from '#ui/icons/icons.tsx'
import { Radar } from '#ui/score-chart/radar.tsx'
import { hasAnyScore } from '../has-scores.ts'
import type { OpenedScores } from '../open-scores.ts'
import { AxisScores } from './axis-scores.tsx'
import { Sums, SumsExplained } from './composite-scores.tsx'
import { ScoreAgain } from './rescore-button.tsx'
import { ScoreSource } from './score-source.tsx'
import { Trend } from './score-trend.tsx'
import styles from './scores-panel.module.css'
import { hideQuote, showQuote, showQuoteSoon } from './show-quote.ts'
import { useChatScores } from './use-chat-scores.ts'

interface ScoresPanelProps extends OpenedScores {
  userId: number
  onClose: () => void
  /** It lies over the chat: what it stands in brings a heading and a way out. */
  isSheet: boolean
}

/** All there is to know about the scores of one answer, and how its chat has gone. */
export function ScoresPanel({ userId, chatId, message: id, onClose, isSheet }: ScoresPanelProps) {
  const showQuote = useShowQuote({ chatId, message: id }, isSheet ? onClose : null)
  const known = useChatScores(userId, chatId, id)
  const scores = known?.message?.scores ?? null
  const assessed = scores !== null && hasAnyScore(scores)
  return (
    <div className={styles.panel}>
      {isSheet ? null : <Head message={id} onClose={onClose} />}
      {known ? (
        <>
          {assessed ? (
            <>
              <Sums scores={scores} oas={known.trend.at(-1)?.oas ?? null} />
              <div className={styles.radar}>
                <Radar values={scores} size={164} decorative />
              </div>
              <AxisScores scores={scores} onQuote={showQuote} />
              <SumsExplained />
            </>
          ) : null}
          <ScoreSource scores={scores} message={id} />
          <ScoreAgain userId={userId} chatId={chatId} message={id} isFirst={!assessed} />
          <Trend points={known.trend} current={id} />
        </>
      ) : null}
    </div>
  )
}

/** Takes the focus when it opens: a person who asked for the scores reads on here. */
function Head({ message, onClose }: { message: string; onClose: () => void }) {
  const { t } = useLingui()
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer's scores are another reading
  useEffect(() => heading.current?.focus({ preventScroll: true }), [message])
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
 * Leads from quoted words to where they stand. `closeSheet`: what lies over the answer and must go first; the words
 * stay marked then until the reader does something. Null: the scores stand beside the chat.
 */
function useShowQuote({ chatId, message }: OpenedScores, closeSheet: (() => void) | null) {
  const navigate = useNavigate()
  const isSheet = closeSheet !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer ends what was marked in the last one
  useEffect(() => (isSheet ? undefined : hideQuote), [isSheet, message])

  return (quote: string) => {
    if (isSheet) {
      for (const deed of ['pointerdown', 'keydown']) document.addEventListener(deed, hideQuote, { once: true })
    }
    if (showQuote(message, quote)) return closeSheet?.()
    showQuoteSoon(message, quote)
    // In place of the sheet, whose entry of the history this takes.
    void navigate({ to: '/chat/$chatId', params: { chatId }, search: { message }, replace: isSheet, state: {} })
  }
}
