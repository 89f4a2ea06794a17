import { Trans } from '@lingui/react/macro'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { isFree } from '#lib/is-free.ts'
import { FREE_TRIAL_PATH } from '#session/guards/paths.ts'
import { LinkButton } from '#ui/button/link-button.tsx'
import { PlanList } from './plan-list.tsx'

/** The plans for a visitor: each choice leads to the registration and then to the chosen plan. */
export function VisitorPlans() {
  const read = usePlanTitle()
  return (
    <PlanList
      heading="h3"
      action={(plan, isMain) => {
        const free = isFree(plan.price)
        const title = read(plan)
        const redirect = free ? FREE_TRIAL_PATH : `/subscriptions?plan=${encodeURIComponent(plan.name)}`
        return (
          <LinkButton to="/auth/register" search={{ redirect }} wide variant={isMain ? 'primary' : 'secondary'}>
            {free ? <Trans>Start free</Trans> : <Trans>Choose {title}</Trans>}
          </LinkButton>
        )
      }}
    />
  )
}
