import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { AxisAgreement } from '#contract/objects/ratings/agreement.ts'
import type { JudgeComparison } from '#contract/objects/ratings/judge-run.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { ScrollRegion } from '#ui/layout/scroll-region.tsx'
import { axisNames } from '#ui/score-chart/axes.ts'
import styles from './judge.module.css'

/** By axis, of the same answers: agreement with people and mean distance of the trial, and of the scores they had. */
export function ComparisonTable({ comparison: { tried, active } }: { comparison: JudgeComparison }) {
  const { t } = useLingui()
  const { _ } = useCatalog()
  return (
    <ScrollRegion label={t`Trial and current scores`} className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Axis</Trans>
            </th>
            <th scope="col">
              <Trans>Answers</Trans>
            </th>
            <th scope="col">
              <Trans>Agreement: trial</Trans>
            </th>
            <th scope="col">
              <Trans>now</Trans>
            </th>
            <th scope="col">
              <Trans>Distance: trial</Trans>
            </th>
            <th scope="col">
              <Trans>now</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {tried.map((trial, at) => (
            <tr key={trial.axis}>
              <th scope="row">{_(axisNames[trial.axis])}</th>
              <td>{trial.answers}</td>
              {trial.mean_error === null ? (
                <td colSpan={4} className={styles.soft}>
                  <Trans>not enough yet</Trans>
                </td>
              ) : (
                <Values trial={trial} now={active[at]} />
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function Values({ trial, now }: { trial: AxisAgreement; now: AxisAgreement | undefined }) {
  const language = useLanguage()
  const format = (value: number | undefined, digits: number) =>
    value === undefined
      ? '–'
      : new Intl.NumberFormat(language, {
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
          // No sign before a value that is rounded to zero.
          signDisplay: 'negative',
        }).format(value)
  return (
    <>
      <td>{format(trial.judge_alpha?.value, 2)}</td>
      <td>{format(now?.judge_alpha?.value, 2)}</td>
      <td>{format(trial.mean_error?.value, 1)}</td>
      <td>{format(now?.mean_error?.value, 1)}</td>
    </>
  )
}
