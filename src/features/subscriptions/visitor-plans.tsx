import { Trans } from '@lingui/react/macro'
import { isFree } from '#lib/is-free.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { PlanList } from './plan-list.tsx'

/** For somebody without an account: every choice leads to register, and from there to what was chosen. */
export function VisitorPlans() {
  return (
    <PlanList
      heading="h3"
      highlighting
      action={(plan, isHighlighted) => {
        const free = isFree(plan.price)
        const redirect = free ? '/subscriptions/free-trial/subscribe' : '/subscriptions'
        return (
          <LinkButton to="/auth/register" search={{ redirect }} wide variant={isHighlighted ? 'primary' : 'secondary'}>
            {free ? <Trans>Start free</Trans> : <Trans>Choose {plan.title}</Trans>}
          </LinkButton>
        )
      }}
    />
  )
}
