import { Trans, useLingui } from '@lingui/react/macro'
import { resumeSubscription } from '#contract/endpoints/billing.ts'
import type { Subscription } from '#contract/objects/plan.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { api } from '#session/api.ts'
import { TakeBack } from './take-back.tsx'

type Props = { subscription: Subscription; closedBy: string | undefined; onDone: () => void }

/** Takes a cancellation back. */
export function ResumePlan({ subscription, closedBy, onDone }: Props) {
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
