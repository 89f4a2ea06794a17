import { useLingui as useCatalog } from '@lingui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { AxisAgreement, Estimate } from '#contract/objects/ratings/agreement.ts'
import type { Language } from '#i18n/languages.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { ScrollRegion } from '#ui/layout/scroll-region.tsx'
import { axisNames } from '#ui/score-chart/axes.ts'
import styles from './agreement.module.css'

/** Shows how well people agree with each other, and the model with them, by axis. */
export function AgreementTable({ caption, axes }: { caption: ReactNode; axes: readonly AxisAgreement[] }) {
  const { t } = useLingui()
  const { _ } = useCatalog()
  return (
    <ScrollRegion label={t`Agreement with people`} className={styles.scroll}>
      <table className={styles.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Axis</Trans>
            </th>
            <th scope="col">
              <Trans>Rated answers</Trans>
            </th>
            <th scope="col">
              <Trans>People with each other</Trans>
            </th>
            <th scope="col">
              <Trans>Model with people</Trans>
            </th>
            <th scope="col">
              <Trans>Mean distance</Trans>
            </th>
            <th scope="col">
              <Trans>Nine in ten within</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {axes.map(({ axis, answers, ratings, people_alpha, judge_alpha, mean_error, within }) => (
            <tr key={axis}>
              <th scope="row">{_(axisNames[axis])}</th>
              <td>
                {answers}{' '}
                <span className={styles.interval}>
                  (<Plural value={ratings} _0="no ratings" one="# rating" other="# ratings" />)
                </span>
              </td>
              {mean_error === null ? (
                <td colSpan={4} className={styles.none}>
                  <Trans>not enough yet</Trans>
                </td>
              ) : (
                <>
                  <EstimateCell estimate={people_alpha} digits={2} />
                  <EstimateCell estimate={judge_alpha} digits={2} />
                  <EstimateCell estimate={mean_error} digits={0} />
                  <td>±{within}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function EstimateCell({ estimate, digits }: { estimate: Estimate | null; digits: number }) {
  const language = useLanguage()
  if (estimate === null) {
    return (
      <td className={styles.none}>
        <Trans>not enough yet</Trans>
      </td>
    )
  }
  const [value, low, high] = [estimate.value, estimate.low, estimate.high].map((of) =>
    formatFixed(of, digits, language),
  )
  return (
    <td>
      {value}{' '}
      <span className={styles.interval}>
        (
        <Trans>
          {low} to {high}
        </Trans>
        )
      </span>
    </td>
  )
}

function formatFixed(value: number, digits: number, language: Language): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: 'negative' } as const
  return new Intl.NumberFormat(language, options).format(value).replace('-', '−')
}
