import { Trans } from '@lingui/react/macro'
import type { Plan } from '#contract/objects/plan.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { useSession } from '#session/state/session-atom.ts'
import { Button } from '#ui/button/button.tsx'
import { ManagePlan } from '../current-plan/manage-plan.tsx'
import { findCurrent, offerOf } from '../current-subscription.ts'
import styles from '../page.module.css'

type Props = {
  plan: Plan
  isMain: boolean
  /** The id of the plan whose purchase is starting. */
  pending: number | undefined
  /** The id of the element that says why buying and cancelling are disabled. */
  closedBy: string | undefined
  onStart: (plan: number) => void
}

/** The action of a signed-in user for a plan: it is current, or can be started or bought. */
export function PlanAction({ plan, isMain, pending, closedBy, onStart }: Props) {
  const title = usePlanTitle()(plan)
  const subscriptions = useSession()?.user.subscriptions ?? []
  const offer = offerOf(plan, subscriptions)
  const current = findCurrent(subscriptions)
  if (offer === 'current' && current !== undefined) return <ManagePlan subscription={current} closedBy={closedBy} />
  if (offer === 'trial-had') {
    return (
      <p className={styles.unavailable}>
        <Trans>You have already had this trial.</Trans>
      </p>
    )
  }
  const isClosed = closedBy !== undefined || (pending !== undefined && pending !== plan.id)
  const common = {
    wide: true,
    variant: isMain ? ('primary' as const) : ('secondary' as const),
    pending: pending === plan.id,
    disabled: isClosed,
    'aria-describedby': closedBy,
    onClick: () => onStart(plan.id),
  }
  if (offer === 'has-plan') {
    return (
      <p className={styles.unavailable}>
        <Trans>For when your plan has ended.</Trans>
      </p>
    )
  }
  if (offer === 'free') {
    return (
      <Button {...common} pendingLabel={<Trans>Starting…</Trans>}>
        <Trans>Start free</Trans>
      </Button>
    )
  }
  return (
    <Button {...common} pendingLabel={<Trans>Opening the checkout…</Trans>}>
      <Trans>Buy {title}</Trans>
    </Button>
  )
}
