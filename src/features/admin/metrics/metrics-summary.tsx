import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from '#data/query-client.ts'
import { formatNumber } from '#i18n/format.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { LoadFailed } from '../load-failed.tsx'
import { Chart } from './chart.tsx'
import type { Charted } from './chart-metric.ts'
import { metricsQuery } from './get-metrics.ts'
import styles from './metrics.module.css'

/** Shows the key figures of the product for an admin in one line. */
export function MetricsSummary({ charted }: { charted: Charted }) {
  const { t } = useLingui()
  const metrics = useQuery(metricsQuery, queryClient)
  const { data } = metrics
  if (data === undefined && metrics.isError) {
    return <LoadFailed error={metrics.error} onRetry={() => void metrics.refetch()} />
  }
  return (
    <section className={styles.line} aria-label={t`Figures`} aria-busy={data === undefined}>
      <dl className={styles.figures}>
        <Metric value={data?.active_subscriptions}>
          <Trans>active subscriptions</Trans>
        </Metric>
        <Metric value={data?.trials_ending}>
          <Trans>trials ending this week</Trans>
        </Metric>
        <Metric value={data?.new_people}>
          <Trans>new people in 7 days</Trans>
        </Metric>
        <Metric value={data?.answers}>
          <Trans>answers in 7 days</Trans>
        </Metric>
      </dl>
      {data ? <Chart days={data.days} charted={charted} /> : <div className={styles.pending} />}
    </section>
  )
}

function Metric({ value, children }: { value: number | undefined; children: ReactNode }) {
  const language = useLanguage()
  return (
    <div className={styles.figure}>
      <dt className={styles.name}>{children}</dt>
      <dd className={styles.value}>{value === undefined ? <Skeleton width="3ch" /> : formatNumber(value, language)}</dd>
    </div>
  )
}
