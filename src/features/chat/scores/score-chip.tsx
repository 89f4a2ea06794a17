import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useAtom, useAtomValue } from 'jotai'
import type { Message } from '#contract/objects/chat.ts'
import { byAxis } from '#contract/objects/scores.ts'
import { useAxisSummary } from '#ui/score-chart/axes.ts'
import { Glyph } from '#ui/score-chart/glyph.tsx'
import { hasAnyScore } from './has-scores.ts'
import { awaitedScoresAtom, openedScoresAtom, openSheet, SIDE } from './open-scores.ts'
import styles from './score-chip.module.css'

const notAssessed = byAxis(() => null)

/** Shows the six scores of an answer as an icon with their total; opens the panel with all scores. */
export function ScoreChip({ message: { id, chat: chatId, scores, imported_from } }: { message: Message }) {
  const { t } = useLingui()
  const router = useRouter()
  const [opened, setOpened] = useAtom(openedScoresAtom)
  const awaited = useAtomValue(awaitedScoresAtom).has(id)
  const summary = useAxisSummary(scores ?? notAssessed)
  const assessed = scores !== null && hasAnyScore(scores)
  const isOpen = opened?.messageId === id
  const toggle = () => {
    const beside = window.matchMedia(SIDE).matches
    setOpened(isOpen && beside ? null : { chatId, messageId: id })
    if (!beside) openSheet(router)
  }
  return (
    <button
      type="button"
      className={styles.chip}
      data-scores-of={id}
      aria-expanded={isOpen}
      data-quiet={assessed ? undefined : ''}
      onClick={toggle}
    >
      <Glyph values={scores ?? notAssessed} />
      <span className={styles.number}>
        {scores === null ? (
          awaited ? (
            <Trans>Scoring</Trans>
          ) : imported_from ? (
            <Trans>Imported, not scored</Trans>
          ) : (
            <Trans>Not scored</Trans>
          )
        ) : assessed ? (
          <Trans>Score {scores.pcs ?? '–'}</Trans>
        ) : (
          <Trans>Not assessed</Trans>
        )}
      </span>
      <span className="visually-hidden">
        {assessed ? `(${summary}). ` : null}
        {t`Scores of this answer`}
      </span>
    </button>
  )
}
