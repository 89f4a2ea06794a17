import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { RATINGS_WEEKS } from '#contract/objects/feedback.ts'
import { queryClient } from '#data/query-client.ts'
import { modelLabel } from '#data/remembered-models.ts'
import { formatNumber } from '#i18n/format.ts'
import { formatDate } from '#i18n/format-date.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { ScrollRegion } from '#ui/layout/scroll-region.tsx'
import tableStyles from '../metrics/metrics.module.css'
import { ReportSection } from './report-section.tsx'
import { ratingsQuery } from './reports-query.ts'

/** How many answers were helpful, by week and model. */
export function RatingsTable() {
  const { t } = useLingui()
  const language = useLanguage()
  const query = useQuery(ratingsQuery, queryClient)
  const { data } = query
  return (
    <ReportSection
      id="ratings-by-week"
      title={<Trans>Ratings by week</Trans>}
      about={
        <Trans>
          An answer counts in the week in which it was written, as it is rated now. Deleted answers do not count.
        </Trans>
      }
      query={query}
      empty={data?.length === 0 ? <Trans>No answer of the last {RATINGS_WEEKS} weeks was rated.</Trans> : null}
    >
      {data && data.length > 0 ? (
        <ScrollRegion label={t`Ratings by week`} className={tableStyles.scroll}>
          <table className={tableStyles.table}>
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Week from</Trans>
                </th>
                <th scope="col">
                  <Trans>Model</Trans>
                </th>
                <th scope="col">
                  <Trans>Helpful</Trans>
                </th>
                <th scope="col">
                  <Trans>Not helpful</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.map(({ week, model, helpful, not_helpful }) => (
                <tr key={`${week} ${model}`}>
                  {/* At noon, because a date without a time is parsed as midnight UTC: the day before in the west. */}
                  <th scope="row">{formatDate(`${week}T12:00:00`, language)}</th>
                  <td>{model === null ? <Trans>Not recorded</Trans> : modelLabel(model)}</td>
                  <td>{formatNumber(helpful, language)}</td>
                  <td>{formatNumber(not_helpful, language)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      ) : null}
    </ReportSection>
  )
}
