import { Trans } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { useLanguage } from '#i18n/use-language.ts'
import { isFree } from '#lib/is-free.ts'
import { useSession } from '#session/state/session-atom.ts'
import styles from './empty-chat.module.css'

/** Says in the first chat after a registration that the trial has begun with it, and when it ends. */
export function TrialBegun() {
  const language = useLanguage()
  const hasBegun = useLocation({ select: ({ state }) => 'trialBegun' in state })
  const trial = useSession()?.user.subscriptions.find(({ plan, is_active_now }) => is_active_now && isFree(plan.price))
  if (!hasBegun || trial === undefined) return null
  const region = navigator.language.startsWith(language) ? navigator.language : language
  const end = new Date(trial.current_period_end)
  const date = new Intl.DateTimeFormat(region, { day: 'numeric', month: 'long' }).format(end)
  return (
    <p className={styles.name}>
      {trial.plan.interval === 'two_weeks' ? (
        <Trans>Your two weeks have begun. They end on {date}.</Trans>
      ) : (
        <Trans>Your free trial has begun. It ends on {date}.</Trans>
      )}
    </p>
  )
}
