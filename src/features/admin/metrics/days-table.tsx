import { Trans, useLingui } from '@lingui/react/macro'
import type { MetricsDay } from '#contract/objects/admin/metrics.ts'
import { formatNumber } from '#i18n/format.ts'
import { formatDate } from '#i18n/format-date.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { ScrollRegion } from '#ui/layout/scroll-region.tsx'
import styles from './metrics.module.css'

/** Newest day first. */
export function DaysTable({ days }: { days: readonly MetricsDay[] }) {
  const { t } = useLingui()
  const language = useLanguage()
  return (
    <ScrollRegion label={t`30 days as figures`} className={styles.scroll}>
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
              {/* At noon, because a date without a time is parsed as midnight UTC: the day before in the west. */}
              <th scope="row">{formatDate(`${day.date}T12:00:00`, language)}</th>
              <td>{formatNumber(day.active, language)}</td>
              <td>{formatNumber(day.new_people, language)}</td>
              <td>{formatNumber(day.answers, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
