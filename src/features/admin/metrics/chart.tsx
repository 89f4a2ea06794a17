import { Trans } from '@lingui/react/macro'
import type { MetricsDay } from '#contract/objects/admin/metrics.ts'
import { formatNumber } from '#i18n/format.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import type { ChartMetric } from './chart-metric.ts'
import { chartPath, HEIGHT, WIDTH } from './chart-path.ts'
import { DaysTable } from './days-table.tsx'
import styles from './metrics.module.css'

/** Shows one figure over thirty days as a line and in text, and all figures as a table. */
export function Chart({ days, charted }: { days: readonly MetricsDay[]; charted: ChartMetric }) {
  const values = days.map((day) => day[charted])
  return (
    <div className={styles.chart}>
      <svg
        aria-hidden="true"
        viewBox={`-2 -3 ${WIDTH + 4} ${HEIGHT + 6}`}
        preserveAspectRatio="none"
        className={styles.drawing}
      >
        <path className={styles.ground} d={`M0 ${HEIGHT}H${WIDTH}`} />
        <path className={styles.path} d={chartPath(values)} />
      </svg>
      <p className={styles.caption}>
        <Caption values={values} charted={charted} />
      </p>
      <details className={styles.details}>
        <Summary />
        <DaysTable days={days} />
      </details>
    </div>
  )
}

/** As high as the chart: it has the same texts, invisible, because how many lines they take depends on the width. */
export function WaitingChart({ charted }: { charted: ChartMetric }) {
  return (
    <div className={styles.chart}>
      <Skeleton height="50px" />
      <div inert className={styles.unseen}>
        <p className={styles.caption}>
          <Caption values={[10]} charted={charted} />
        </p>
        <details className={styles.details}>
          <Summary />
        </details>
      </div>
    </div>
  )
}

function Caption({ values, charted }: { values: readonly number[]; charted: ChartMetric }) {
  const language = useLanguage()
  const [low, high, last] = [Math.min(...values), Math.max(...values), values.at(-1) ?? 0].map((value) =>
    formatNumber(value, language),
  )
  return charted === 'active' ? (
    <Trans>
      Active subscriptions in 30 days: {low} to {high}, now {last}
    </Trans>
  ) : (
    <Trans>
      New people a day in 30 days: {low} to {high}, today {last}
    </Trans>
  )
}

function Summary() {
  return (
    <summary>
      <Trans>30 days as figures</Trans>
    </summary>
  )
}
