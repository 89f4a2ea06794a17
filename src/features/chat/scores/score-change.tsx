import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { axes, type Scores } from '#contract/objects/scores.ts'
import { axisNames } from '#ui/score-chart/axes.ts'
import styles from './score-change.module.css'

/** Shows how the scores of two versions of an answer differ; nothing when one has no scores. */
export function ScoreChange({ before, after }: { before: Scores | null; after: Scores | null }) {
  const { t } = useLingui()
  const { _ } = useCatalog()
  if (before === null || after === null) return null
  const changes = [
    { name: t`Score`, by: difference(before.pcs, after.pcs) },
    ...axes.map((axis) => ({ name: _(axisNames[axis]), by: difference(before[axis], after[axis]) })),
  ].filter(({ by }) => by !== null)
  if (changes.length === 0) return null
  if (changes.every(({ by }) => by === 0)) {
    return (
      <p className={styles.same}>
        <Trans>The same scores</Trans>
      </p>
    )
  }
  return (
    <ul className={styles.changes} aria-label={t`Change of score`}>
      {changes.map(({ name, by }) => (
        <li key={name} data-way={by === 0 ? undefined : (by ?? 0) > 0 ? 'up' : 'down'}>
          {name} <strong>{signed(by ?? 0)}</strong>
        </li>
      ))}
    </ul>
  )
}

const difference = (before: number | null, after: number | null): number | null =>
  before === null || after === null ? null : after - before

/** Formats with a real minus sign. */
const signed = (by: number): string => (by === 0 ? '±0' : by > 0 ? `+${by}` : `−${-by}`)
