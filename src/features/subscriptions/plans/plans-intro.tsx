import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Subscription } from '#contract/objects/plan.ts'
import type { User } from '#contract/objects/user.ts'
import { queryClient } from '#data/query-client.ts'
import { formatDate } from '#i18n/format-date.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { isFree } from '#lib/is-free.ts'
import { hasHadTrial, isAdmin, isUnpaid } from '#session/entitlements.ts'
import { canChange, canResume } from '../current-subscription.ts'
import styles from '../page.module.css'
import { plansQuery } from './list-plans.ts'

type Props = { user: User | undefined; current: Subscription | undefined }

export function PlansIntro(props: Props) {
  return (
    <p className={styles.lead}>
      <IntroText {...props} />
    </p>
  )
}

function IntroText({ user, current }: Props) {
  const read = usePlanTitle()
  const language = useLanguage()
  const { data } = useQuery(plansQuery, queryClient)
  if (current === undefined) {
    if (user !== undefined && isAdmin(user)) return <Trans>As an admin you need no plan, and have no limit.</Trans>
    if (user !== undefined && hasHadTrial(user)) {
      return <Trans>Choose a plan to go on writing. Your chats stay readable either way.</Trans>
    }
    if (data?.plans.some(({ price }) => isFree(price))) {
      return <Trans>Start with the free trial. It needs no card and ends by itself.</Trans>
    }
    return <Trans>To write to Companion you need a plan.</Trans>
  }
  const title = read(current.plan)
  const date = formatDate(current.current_period_end, language)
  if (current.status === 'trialing' && isFree(current.plan.price)) {
    return (
      <Trans>
        You have “{title}” until {date}. If you buy a plan before, you keep these days: the first payment is due then.
      </Trans>
    )
  }
  if (isFree(current.plan.price)) {
    return <Trans>You have “{title}”. If you choose a plan, your chats and settings stay.</Trans>
  }
  if (!current.is_active_now) {
    return (
      <Trans>
        The payment for “{title}” did not go through. You can choose another plan now, and it takes its place.
      </Trans>
    )
  }
  if (isUnpaid(current)) {
    const grace = formatDate(current.grace_until ?? current.current_period_end, language)
    return (
      <Trans>
        The payment for “{title}” did not go through. You can write until {grace}. Update the payment to keep your plan.
      </Trans>
    )
  }
  if (canChange(current))
    return <Trans>You have “{title}”. You can change to another plan, and see the amount first.</Trans>
  if (canResume(current)) {
    return (
      <Trans>
        You have “{title}” until {date}. Then it ends and nothing more is charged, unless you keep it.
      </Trans>
    )
  }
  return <Trans>You have “{title}”. It ends by itself, nothing more is charged, and then you can choose another.</Trans>
}
