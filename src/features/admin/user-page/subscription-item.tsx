import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useRef } from 'react'
import type { Subscription } from '#contract/objects/plan.ts'
import { formatDate } from '#i18n/format-date.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Badge } from '#ui/data-display/badge.tsx'
import { priceLabel } from '../plans/price-label.ts'
import { SubscriptionActions } from './subscription-actions.tsx'
import userStyles from './user-page.module.css'

type SubscriptionItemProps = {
  subscription: Subscription
  /** The user, for a viewer who may change the subscription. */
  userId?: number | undefined
}

/** Shows a subscription that is active or trialing as Active, any other as Cancelled. */
export function SubscriptionItem({ subscription, userId }: SubscriptionItemProps) {
  const name = useId()
  const shown = useRef<HTMLParagraphElement>(null)
  const { i18n } = useLingui()
  const language = useLanguage()
  const { plan, status } = subscription
  const started = formatDate(subscription.created_at, language)
  const expires = formatDate(subscription.current_period_end, language)
  const isShownActive = status === 'active' || status === 'trialing'
  return (
    <li className={userStyles.row}>
      <div className={userStyles.texts}>
        <p ref={shown} id={name} tabIndex={-1} className={userStyles.name}>
          <span dir="auto">{usePlanTitle()(plan)}</span>
          <Badge tone={isShownActive ? 'accent' : 'neutral'}>
            {isShownActive ? <Trans>Active</Trans> : <Trans>Cancelled</Trans>}
          </Badge>
        </p>
        <p className={userStyles.note}>
          {priceLabel(plan, i18n)} · {plan.currency.toUpperCase()} ·{' '}
          <Trans>
            Started {started} · Expires {expires}
          </Trans>
          {subscription.cancel_at_period_end && subscription.is_active_now ? (
            <>
              {' · '}
              <Trans>Ends {expires}</Trans>
            </>
          ) : null}
        </p>
        <PaymentProblem subscription={subscription} />
      </div>
      {userId === undefined ? null : (
        <SubscriptionActions subscription={subscription} userId={userId} describedBy={name} focusAfterEnd={shown} />
      )}
    </li>
  )
}

/** Says in words what the label cannot. The period whose payment failed has begun with its due date. */
function PaymentProblem({ subscription }: { subscription: Subscription }) {
  const { status, current_period_start, grace_until, is_active_now } = subscription
  const language = useLanguage()
  const due = formatDate(current_period_start, language)
  const grace = grace_until === null ? '' : formatDate(grace_until, language)
  if (status === 'active' || status === 'trialing' || status === 'canceled') return null
  return (
    <p className={userStyles.failed}>
      {status === 'past_due' && is_active_now && grace_until !== null ? (
        <Trans>
          Payment failed: it was due {due} and is tried again. Until {grace} this person can write.
        </Trans>
      ) : status === 'past_due' ? (
        <Trans>
          Payment failed: it was due {due} and is tried again. Until it is paid this person can read, but not write.
        </Trans>
      ) : status === 'unpaid' ? (
        <Trans>Payment failed: it was due {due} and is not tried again. This person can read, but not write.</Trans>
      ) : (
        <Trans>The first payment was not completed.</Trans>
      )}
    </p>
  )
}
