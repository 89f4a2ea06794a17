import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '#data/query-client.ts'
import { formatNumber } from '#i18n/format.ts'
import { formatPrice } from '#i18n/format-price.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { LoadFailed } from '../load-failed.tsx'
import { Metric } from './metric.tsx'
import styles from './metrics.module.css'
import { revenueQuery } from './revenue-query.ts'

/** Shows an admin what subscriptions bring and cost. */
export function RevenueSummary() {
  const { t } = useLingui()
  const language = useLanguage()
  const revenue = useQuery(revenueQuery, queryClient)
  const { data } = revenue
  if (data === undefined && revenue.isError) {
    return <LoadFailed error={revenue.error} onRetry={() => void revenue.refetch()} />
  }
  const number = (value: number | undefined) => (value === undefined ? undefined : formatNumber(value, language))
  const [converted, ended] = [number(data?.trials_converted), number(data?.trials_ended)]
  const recurring = data?.recurring.map(({ currency, amount }) => formatPrice(amount, currency, language))
  return (
    <section className={styles.money} aria-label={t`Revenue`} aria-busy={data === undefined}>
      <dl className={styles.revenue}>
        <Metric value={recurring === undefined ? undefined : recurring.join(' · ') || '0'}>
          <Trans>recurring each month</Trans>
        </Metric>
        <Metric value={number(data?.new_subscriptions)}>
          <Trans>new in 30 days</Trans>
        </Metric>
        <Metric value={number(data?.lost_subscriptions)}>
          <Trans>lost in 30 days</Trans>
        </Metric>
        <Metric value={data && t`${converted} of ${ended}`}>
          <Trans>trials that ended and became plans</Trans>
        </Metric>
        <Metric value={number(data?.failed_payments)}>
          <Trans>failed payments in 30 days</Trans>
        </Metric>
        <Metric value={number(data?.tokens)}>
          <Trans>tokens in 30 days</Trans>
        </Metric>
        {data?.tokens_cost == null ? null : (
          <Metric value={formatPrice(data.tokens_cost, 'USD', language)}>
            <Trans>cost of these tokens</Trans>
          </Metric>
        )}
      </dl>
    </section>
  )
}
