import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getFigures } from '#contract/endpoints/admin.ts'
import { queryClient } from '#data/query-client.ts'
import { formatNumber } from '#i18n/format.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { api } from '#session/api.ts'
import { LoadFailed } from '../load-failed.tsx'
import { Chart, WaitingChart } from './chart.tsx'
import type { ChartMetric } from './chart-metric.ts'
import { Metric } from './metric.tsx'
import styles from './metrics.module.css'

/** Shows the key figures of the product for an admin in one line. */
export function MetricsSummary({ charted }: { charted: ChartMetric }) {
  const { t } = useLingui()
  const metrics = useQuery(metricsQuery, queryClient)
  const language = useLanguage()
  const { data } = metrics
  const number = (value: number | undefined) => (value === undefined ? undefined : formatNumber(value, language))
  if (data === undefined && metrics.isError) {
    return <LoadFailed error={metrics.error} onRetry={() => void metrics.refetch()} />
  }
  return (
    <section className={styles.summary} aria-label={t`Figures`} aria-busy={data === undefined}>
      <dl className={styles.metrics}>
        <Metric value={number(data?.active_subscriptions)}>
          <Trans>active subscriptions</Trans>
        </Metric>
        <Metric value={number(data?.trials_ending)}>
          <Trans>trials ending this week</Trans>
        </Metric>
        <Metric value={number(data?.new_people)}>
          <Trans>new people in 7 days</Trans>
        </Metric>
        <Metric value={number(data?.answers)}>
          <Trans>answers in 7 days</Trans>
        </Metric>
      </dl>
      {data ? <Chart days={data.days} charted={charted} /> : <WaitingChart charted={charted} />}
    </section>
  )
}

const metricsQuery = queryOptions({
  queryKey: ['admin', 'figures'],
  queryFn: ({ signal }) => api.call(getFigures, { signal }),
  staleTime: 60_000,
})
