import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { dropScheduledChange, resumeSubscription } from '#contract/endpoints/billing.ts'
import { cancelSubscription } from '#contract/endpoints/subscriptions.ts'
import type { Subscription } from '#contract/objects/plan.ts'
import { formatDate } from '#i18n/format-date.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { api } from '#session/api.ts'
import { isUnpaid } from '#session/entitlements.ts'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { prefetchDialog } from '#ui/dialog/dialog.tsx'
import { announce } from '#ui/feedback/live-region.tsx'
import { DiscountLine } from '../codes/discount-line.tsx'
import { canCancel, canResume } from '../current-subscription.ts'
import styles from '../page.module.css'
import { PortalButton } from './portal-button.tsx'
import { RenewalStatus } from './renewal-status.tsx'
import { storeSubscription } from './store-subscription.ts'
import { TakeBack } from './take-back.tsx'

type Props = {
  subscription: Subscription
  /** The id of the element that says why these changes are disabled. */
  closedBy: string | undefined
}

/**
 * Shows the next step of a subscription; pays what has failed, keeps a cancelled plan, takes a scheduled change back,
 * and cancels in two steps, without asking for a reason.
 */
export function ManagePlan({ subscription, closedBy }: Props) {
  const { t } = useLingui()
  const language = useLanguage()
  const [open, setOpen] = useState(false)
  const next = useRef<HTMLParagraphElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const title = usePlanTitle()(subscription.plan)
  const date = formatDate(subscription.current_period_end, language)
  const cancel = async () => {
    const body = { subscription_id: subscription.id }
    await storeSubscription(api.call(cancelSubscription, { body }))
    announce(t`${title} is cancelled`)
  }
  const focusNext = () => next.current?.focus()
  return (
    <div className={styles.manage}>
      <p ref={next} tabIndex={-1} className={styles.yours} data-unpaid={isUnpaid(subscription) || undefined}>
        <RenewalStatus subscription={subscription} />
      </p>
      <DiscountLine subscription={subscription} />
      {isUnpaid(subscription) && (
        <PortalButton variant="primary" closedBy={closedBy}>
          <Trans>Update payment</Trans>
        </PortalButton>
      )}
      {canResume(subscription) && <ResumePlan subscription={subscription} closedBy={closedBy} onDone={focusNext} />}
      {subscription.scheduled !== null && (
        <StayOnPlan subscription={subscription} closedBy={closedBy} onDone={focusNext} />
      )}
      {canCancel(subscription) && (
        <Button
          ref={button}
          disabled={closedBy !== undefined}
          aria-describedby={closedBy}
          onPointerEnter={prefetchDialog}
          onClick={() => setOpen(true)}
        >
          <Trans>Cancel subscription…</Trans>
        </Button>
      )}
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t`Cancel ${title}?`}
        text={
          subscription.is_active_now && !isUnpaid(subscription)
            ? t`It ends on ${date}. Until then everything stays as it is.`
            : t`It ends at once.`
        }
        cancelLabel={t`Keep it`}
        confirmLabel={t`Cancel subscription`}
        pendingLabel={t`Cancelling…`}
        danger
        finalFocus={() => button.current ?? next.current}
        onConfirm={cancel}
      >
        <CancelConsequences />
      </ConfirmDialog>
    </div>
  )
}

function CancelConsequences() {
  return (
    <ul className={styles.consequences}>
      <li>
        <Trans>After that you cannot write to Companion or ask for new answers, until you choose a plan again.</Trans>
      </li>
      <li>
        <Trans>Your chats stay yours: to read, to search and to download.</Trans>
      </li>
      <li>
        <Trans>Nothing more is charged.</Trans>
      </li>
    </ul>
  )
}

type TakeBackProps = Props & { onDone: () => void }

/** Takes a cancellation back. */
function ResumePlan({ subscription, closedBy, onDone }: TakeBackProps) {
  const { t } = useLingui()
  const title = usePlanTitle()(subscription.plan)
  return (
    <TakeBack
      closedBy={closedBy}
      request={() => api.call(resumeSubscription, { body: { subscription_id: subscription.id } })}
      done={t`${title} goes on`}
      onDone={onDone}
    >
      <Trans>Keep my plan</Trans>
    </TakeBack>
  )
}

/** Takes a scheduled change of plan back. */
function StayOnPlan({ subscription, closedBy, onDone }: TakeBackProps) {
  const { t } = useLingui()
  const title = usePlanTitle()(subscription.plan)
  return (
    <TakeBack
      closedBy={closedBy}
      request={() => api.call(dropScheduledChange, { body: { subscription_id: subscription.id } })}
      done={t`You stay on ${title}`}
      onDone={onDone}
    >
      <Trans>Stay on {title}</Trans>
    </TakeBack>
  )
}
