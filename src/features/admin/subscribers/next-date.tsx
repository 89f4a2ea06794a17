import { Trans } from '@lingui/react/macro'
import type { ListedSubscription } from '#contract/objects/subscription-list.ts'
import { formatDate } from '#i18n/format-date.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { isFree } from '#lib/is-free.ts'
import styles from '../table/table.module.css'

/** What happens next to a subscription, and when. */
export function NextDate({ subscription }: { subscription: ListedSubscription }) {
  const language = useLanguage()
  const planTitle = usePlanTitle()
  const { state, next_at, scheduled, is_granted, plan, cancel_at_period_end } = subscription
  if (next_at === null) return '–'
  const date = formatDate(next_at, language)
  const then = scheduled === null ? null : planTitle(scheduled.plan)
  return (
    <>
      {state === 'active' ? (
        <Trans>Renews {date}</Trans>
      ) : state === 'payment_failed' ? (
        <Trans>Access until {date}</Trans>
      ) : state === 'trial' && !isFree(plan.price) && !cancel_at_period_end ? (
        <Trans>First payment {date}</Trans>
      ) : (
        <Trans>Ends {date}</Trans>
      )}
      {then === null ? null : (
        <span className={styles.second}>
          <Trans>then {then}</Trans>
        </span>
      )}
      {is_granted ? (
        <span className={styles.second}>
          <Trans>Granted</Trans>
        </span>
      ) : null}
    </>
  )
}
