import { Trans } from '@lingui/react/macro'
import type { Interval, Subscription } from '#contract/objects/plan.ts'
import { formatDate } from '#i18n/format-date.ts'
import { formatAmount } from '#i18n/format-price.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Badge } from '#ui/data-display/badge.tsx'
import { RenewalStatus } from '../current-plan/renewal-status.tsx'
import { isLabelledActive, nextStep } from '../current-subscription.ts'
import { TaxLabel } from '../plans/tax-label.tsx'
import styles from './history.module.css'

export function HistoryEntry({ subscription }: { subscription: Subscription }) {
  const language = useLanguage()
  const { plan, created_at, current_period_end, is_active_now } = subscription
  const { kind } = nextStep(subscription)
  const showsStatus = kind === 'unpaid' || (is_active_now && kind === 'ends')
  return (
    <li className={styles.entry}>
      <div className={styles.head}>
        <h2 className={styles.plan}>{usePlanTitle()(plan)}</h2>
        {isLabelledActive(subscription) ? (
          <Badge tone="accent">
            <Trans>Active</Trans>
          </Badge>
        ) : (
          <Badge>
            <Trans>Cancelled</Trans>
          </Badge>
        )}
        {showsStatus && (
          <span className={styles.ends}>
            <RenewalStatus subscription={subscription} />
          </span>
        )}
      </div>
      <p className={styles.price}>
        {formatAmount(plan.price, language)} {plan.currency.toUpperCase()} · <IntervalName of={plan.interval} />
        {plan.tax !== null && (
          <>
            {' · '}
            <TaxLabel of={plan.tax} />
          </>
        )}
      </p>
      <dl className={styles.dates}>
        <div>
          <dt>
            <Trans>Started</Trans>
          </dt>
          <dd>{formatDate(created_at, language)}</dd>
        </div>
        <div>
          <dt>
            <Trans>Expires</Trans>
          </dt>
          <dd>{formatDate(current_period_end, language)}</dd>
        </div>
      </dl>
    </li>
  )
}

function IntervalName({ of }: { of: Interval }) {
  switch (of) {
    case 'week':
      return <Trans>week</Trans>
    case 'two_weeks':
      return <Trans>two weeks</Trans>
    case 'month':
      return <Trans>month</Trans>
    case 'year':
      return <Trans>year</Trans>
  }
}
