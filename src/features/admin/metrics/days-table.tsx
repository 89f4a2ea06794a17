import { Trans, useLingui } from '@lingui/react/macro'
import type { MetricsDay } from '#contract/objects/admin-metrics.ts'
import { formatNumber } from '#i18n/format.ts'
import { formatDate } from '#i18n/format-date.ts'
import { useLanguage } from '#i18n/use-language.ts'
import styles from './metrics.module.css'

/** Newest first. */
export function DaysTable({ days }: { days: readonly MetricsDay[] }) {
  const { t } = useLingui()
  const language = useLanguage()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section aria-label={t`30 days as figures`} tabIndex={0} className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Day</Trans>
            </th>
            <th scope="col">
              <Trans>Active subscriptions</Trans>
            </th>
            <th scope="col">
              <Trans>New people</Trans>
            </th>
            <th scope="col">
              <Trans>Answers</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.date}>
              {/* The day itself, wherever the reader is: without a time it would be the evening before, west of UTC. */}
              <th scope="row">{formatDate(`${day.date}T12:00:00`, language)}</th>
              <td>{formatNumber(day.active, language)}</td>
              <td>{formatNumber(day.new_people, language)}</td>
              <td>{formatNumber(day.answers, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
