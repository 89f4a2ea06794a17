import { Trans, useLingui } from '@lingui/react/macro'
import { dropScheduledChange } from '#contract/endpoints/billing.ts'
import type { Subscription } from '#contract/objects/plan.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { api } from '#session/api.ts'
import { TakeBack } from './take-back.tsx'

type Props = { subscription: Subscription; closedBy: string | undefined; onDone: () => void }

/** Takes a scheduled change of plan back. */
export function StayOnPlan({ subscription, closedBy, onDone }: Props) {
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
