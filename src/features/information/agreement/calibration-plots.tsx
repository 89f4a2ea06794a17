import { useLingui as useCatalog } from '@lingui/react'
import { useLingui } from '@lingui/react/macro'
import type { AxisAgreement } from '#contract/objects/ratings/agreement.ts'
import { axisNames } from '#ui/score-chart/axes.ts'
import axisColors from '#ui/score-chart/axis-colors.module.css'
import styles from './agreement.module.css'

const RADIUS_MIN = 2.5
const RADIUS_MAX = 8

/** One small plot an axis: the mean rating of people over the model's score. The table has the same figures. */
export function CalibrationPlots({ axes }: { axes: readonly AxisAgreement[] }) {
  const { t } = useLingui()
  const { _ } = useCatalog()
  const plotted = axes.filter(({ bins }) => bins.length > 0)
  return (
    <ul className={styles.plots} aria-label={t`Model’s score and people’s rating`}>
      {plotted.map(({ axis, bins }) => {
        const most = Math.max(...bins.map(({ answers }) => answers))
        return (
          <li key={axis}>
            <svg aria-hidden="true" viewBox="-10 -10 120 120" className={styles.plot}>
              <path className={styles.frame} d="M0 0V100H100" />
              <path className={styles.equal} d="M0 100L100 0" />
              {bins.map(({ from, answers, judge_mean, people_mean }) => (
                <circle
                  key={from}
                  className={axisColors[axis]}
                  cx={judge_mean}
                  cy={100 - people_mean}
                  // The area grows with the number of answers.
                  r={Math.max(RADIUS_MIN, RADIUS_MAX * Math.sqrt(answers / most))}
                />
              ))}
            </svg>
            {_(axisNames[axis])}
          </li>
        )
      })}
    </ul>
  )
}
