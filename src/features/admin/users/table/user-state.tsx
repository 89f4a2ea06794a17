import { Trans, useLingui } from '@lingui/react/macro'
import type { Subscription } from '#contract/objects/plan.ts'
import type { SubscriptionState } from '#contract/objects/user-list.ts'
import { formatDate } from '#i18n/format-date.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { isFree } from '#lib/is-free.ts'
import { Badge } from '#ui/data-display/badge.tsx'
import styles from '../../table/table.module.css'
import { stateNames } from '../state-names.ts'
import { stateTones } from '../state-tones.ts'

/** Shows a user's state and the date that matters in it. */
export function UserState({ state, current }: { state: SubscriptionState; current: Subscription | undefined }) {
  const { i18n } = useLingui()
  return (
    <>
      <Badge tone={stateTones[state]}>{i18n._(stateNames[state])}</Badge>
      {current ? (
        <span className={styles.second}>
          <StateDate state={state} current={current} />
        </span>
      ) : null}
    </>
  )
}

function StateDate({ state, current }: { state: SubscriptionState; current: Subscription }) {
  const language = useLanguage()
  const { current_period_start: start, current_period_end: end } = current
  const date = formatDate(state === 'payment_failed' ? start : end, language)
  switch (state) {
    case 'payment_failed':
      return <Trans>Due {date}</Trans>
    case 'active':
      return <Trans>Renews {date}</Trans>
    case 'trial':
      if (!isFree(current.plan.price) && !current.cancel_at_period_end) return <Trans>First payment {date}</Trans>
      return <Trans>Ends {date}</Trans>
    case 'ending':
      return <Trans>Ends {date}</Trans>
    case 'cancelled':
      // A subscription that was ended at once keeps the end of its period, which is then to come.
      return Date.parse(end) < Date.now() ? <Trans>Ended {date}</Trans> : null
    case 'none':
      return null
  }
}
