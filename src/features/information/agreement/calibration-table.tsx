import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { AxisAgreement } from '#contract/objects/ratings/agreement.ts'
import { ScrollRegion } from '#ui/layout/scroll-region.tsx'
import { axisNames } from '#ui/score-chart/axes.ts'
import styles from './agreement.module.css'

export function CalibrationTable({ axes }: { axes: readonly AxisAgreement[] }) {
  const { t } = useLingui()
  const { _ } = useCatalog()
  return (
    <details className={styles.numbers}>
      <summary>
        <Trans>The dots as a table</Trans>
      </summary>
      <ScrollRegion label={t`Model’s score and people’s rating`} className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Axis</Trans>
              </th>
              <th scope="col">
                <Trans>Score</Trans>
              </th>
              <th scope="col">
                <Trans>Answers</Trans>
              </th>
              <th scope="col">
                <Trans>Model, mean</Trans>
              </th>
              <th scope="col">
                <Trans>People, mean</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {axes.flatMap(({ axis, bins }) =>
              bins.map(({ from, to, answers, judge_mean, people_mean }) => (
                <tr key={`${axis} ${from}`}>
                  <th scope="row">{_(axisNames[axis])}</th>
                  <td>
                    {from}–{to}
                  </td>
                  <td>{answers}</td>
                  <td>{Math.round(judge_mean)}</td>
                  <td>{Math.round(people_mean)}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  )
}
