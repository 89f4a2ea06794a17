import { Trans } from '@lingui/react/macro'
import type { Interval, Plan } from '#contract/objects/plan.ts'
import { formatPrice } from '#i18n/format-price.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { isFree } from '#lib/is-free.ts'
import styles from './plan-card.module.css'
import { TaxLabel } from './tax-label.tsx'

/** Shows a price as "$9.99 a month", "$9.99 a month, plus tax" or "Free for two weeks". */
export function PlanPrice({ plan }: { plan: Plan }) {
  const language = useLanguage()
  const free = isFree(plan.price)
  return (
    <p className={styles.priceLine}>
      <span className={styles.price}>
        {free ? <Trans>Free</Trans> : formatPrice(plan.price, plan.currency, language)}
      </span>{' '}
      <span className={styles.interval}>
        {free ? <FreeInterval of={plan.interval} /> : <PaidInterval of={plan.interval} />}
        {plan.tax !== null && (
          <>
            {', '}
            <TaxLabel of={plan.tax} />
          </>
        )}
      </span>
    </p>
  )
}

function PaidInterval({ of }: { of: Interval }) {
  switch (of) {
    case 'week':
      return <Trans>a week</Trans>
    case 'two_weeks':
      return <Trans>every two weeks</Trans>
    case 'month':
      return <Trans>a month</Trans>
    case 'year':
      return <Trans>a year</Trans>
  }
}

function FreeInterval({ of }: { of: Interval }) {
  switch (of) {
    case 'week':
      return <Trans>for a week</Trans>
    case 'two_weeks':
      return <Trans>for two weeks</Trans>
    case 'month':
      return <Trans>for a month</Trans>
    case 'year':
      return <Trans>for a year</Trans>
  }
}
