import { Trans } from '@lingui/react/macro'
import type { Subscription } from '#contract/objects/plan.ts'
import type { User } from '#contract/objects/user.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { isFree } from '#lib/is-free.ts'
import { hasHadTrial, isAdmin } from '#session/entitlements.ts'
import { canCancel } from '../current-subscription.ts'
import styles from '../page.module.css'

type Props = { user: User | undefined; current: Subscription | undefined }

export function PlansLead(props: Props) {
  return (
    <p className={styles.lead}>
      <IntroText {...props} />
    </p>
  )
}

function IntroText({ user, current }: Props) {
  const read = usePlanTitle()
  if (current === undefined) {
    if (user !== undefined && isAdmin(user)) return <Trans>As an admin you need no plan, and have no limit.</Trans>
    if (user !== undefined && hasHadTrial(user)) {
      return <Trans>Choose a plan to go on writing. Your chats stay readable either way.</Trans>
    }
    return <Trans>Start with the free trial. It needs no card and ends by itself.</Trans>
  }
  const title = read(current.plan)
  if (isFree(current.plan.price)) {
    return <Trans>“{title}” is yours now. Whoever goes on with a plan loses no chat and no setting.</Trans>
  }
  if (!current.is_active_now) {
    return (
      <Trans>
        The payment for “{title}” did not go through. You can choose another plan now, and it takes its place.
      </Trans>
    )
  }
  if (canCancel(current))
    return <Trans>You have “{title}”. To change, cancel it and choose another when it has ended.</Trans>
  return <Trans>You have “{title}”. It ends by itself, nothing more is charged, and then you can choose another.</Trans>
}
