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
import { figuresQuery } from './get-metrics.ts'
import styles from './metrics.module.css'

/** An admin's morning: how the product does, on one quiet line. */
export function FiguresLine({ charted }: { charted: Charted }) {
  const { t } = useLingui()
  const figures = useQuery(figuresQuery, queryClient)
  const { data } = figures
  if (data === undefined && figures.isError) {
    return <LoadFailed error={figures.error} onRetry={() => void figures.refetch()} />
  }
  return (
    <section className={styles.line} aria-label={t`Figures`} aria-busy={data === undefined}>
      <dl className={styles.figures}>
        <Figure value={data?.active_subscriptions}>
          <Trans>active subscriptions</Trans>
        </Figure>
        <Figure value={data?.trials_ending}>
          <Trans>trials ending this week</Trans>
        </Figure>
        <Figure value={data?.new_people}>
          <Trans>new people in 7 days</Trans>
        </Figure>
        <Figure value={data?.answers}>
          <Trans>answers in 7 days</Trans>
        </Figure>
      </dl>
      {data ? <Chart days={data.days} charted={charted} /> : <div className={styles.pending} />}
    </section>
  )
}

function Figure({ value, children }: { value: number | undefined; children: ReactNode }) {
  const language = useLanguage()
  return (
    <div className={styles.figure}>
      <dt className={styles.name}>{children}</dt>
      <dd className={styles.value}>{value === undefined ? <Skeleton width="3ch" /> : formatNumber(value, language)}</dd>
    </div>
  )
}
