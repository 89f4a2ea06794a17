import { Trans } from '@lingui/react/macro'
import { type RefObject, useRef, useState } from 'react'
import type { Plan, Subscription } from '#contract/objects/plan.ts'
import { formatDate } from '#i18n/format-date.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { isFree } from '#lib/is-free.ts'
import { FREE_TRIAL_PATH } from '#session/guards/paths.ts'
import { useSession } from '#session/state/session-atom.ts'
import { Button } from '#ui/button/button.tsx'
import { LinkButton } from '#ui/button/link-button.tsx'
import { prefetchDialog } from '#ui/dialog/dialog.tsx'
import { ChangePlanDialog } from '../change-plan/change-plan-dialog.tsx'
import { UseCode } from '../codes/use-code.tsx'
import { ManagePlan } from '../current-plan/manage-plan.tsx'
import { findCurrent, type Offer, offerOf } from '../current-subscription.ts'
import styles from '../page.module.css'
import { useMustConfirm } from '../trial/must-confirm.ts'

type Props = {
  plan: Plan
  isMain: boolean
  /** The id of the plan whose purchase is starting. */
  pending: number | undefined
  /** The id of the element that says why buying, changing and cancelling are disabled. */
  closedBy: string | undefined
  onStart: (planId: number) => void
}

/** The action of a signed-in user for a plan: it is current, or can be started, bought or changed to. */
export function PlanAction(props: Props) {
  const { plan } = props
  const [isChanging, setChanging] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const subscriptions = useSession()?.user.subscriptions ?? []
  const current = findCurrent(subscriptions)
  // The dialog outlives the button, which a change removes.
  return (
    <>
      <Action
        {...props}
        offer={offerOf(plan, subscriptions)}
        current={current}
        changeButton={button}
        onChange={() => setChanging(true)}
      />
      {current !== undefined && !isFree(plan.price) && (
        <ChangePlanDialog
          subscription={current}
          plan={plan}
          open={isChanging}
          onOpenChange={setChanging}
          button={button}
        />
      )}
    </>
  )
}

type ActionProps = Props & {
  offer: Offer
  current: Subscription | undefined
  changeButton: RefObject<HTMLButtonElement | null>
  onChange: () => void
}

function Action({ plan, isMain, pending, closedBy, onStart, offer, current, changeButton, onChange }: ActionProps) {
  const title = usePlanTitle()(plan)
  const mustConfirm = useMustConfirm()
  if (offer === 'current' && current !== undefined) return <ManagePlan subscription={current} closedBy={closedBy} />
  if (offer === 'change') {
    return (
      <Button
        ref={changeButton}
        wide
        variant={isMain ? 'primary' : 'secondary'}
        disabled={closedBy !== undefined}
        aria-describedby={closedBy}
        onPointerEnter={prefetchDialog}
        onClick={onChange}
      >
        <Trans>Change to {title}</Trans>
      </Button>
    )
  }
  if (offer !== 'free' && offer !== 'buy') {
    return (
      <p className={styles.unavailable}>
        <Unavailable offer={offer} startsAt={current?.scheduled?.starts_at} />
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
  if (offer === 'free' && mustConfirm) {
    return (
      <LinkButton to={FREE_TRIAL_PATH} wide variant={common.variant}>
        <Trans>Start free</Trans>
      </LinkButton>
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
    <div className={styles.buy}>
      <Button {...common} pendingLabel={<Trans>Opening the checkout…</Trans>}>
        <Trans>Buy {title}</Trans>
      </Button>
      <UseCode plan={plan} closedBy={closedBy} />
    </div>
  )
}

function Unavailable({ offer, startsAt }: { offer: Offer; startsAt: string | undefined }) {
  const language = useLanguage()
  switch (offer) {
    case 'trial-had':
      return <Trans>You have already had this trial.</Trans>
    case 'resume-first':
      return <Trans>To change to this plan, keep yours first.</Trans>
    case 'pay-first':
      return <Trans>To change to this plan, update the payment of yours first.</Trans>
    case 'scheduled': {
      const date = startsAt === undefined ? '' : formatDate(startsAt, language)
      return <Trans>Starts on {date}</Trans>
    }
    default:
      return <Trans>For when your plan has ended.</Trans>
  }
}
