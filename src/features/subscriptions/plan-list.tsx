import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Plan } from '#contract/objects/plan.ts'
import { isFree } from '#lib/is-free.ts'
import { queryClient } from '#lib/query-client.ts'
import { plansQuery } from './list-plans.ts'
import { persistPlans } from './persist-plans.ts'
import styles from './plan-card.module.css'
import { PlanCard } from './plan-card.tsx'
import { PlanSkeletons } from './plan-skeletons.tsx'
import { PlansFailed } from './plans-failed.tsx'

persistPlans()

type Props = {
  /** What a card ends with. */
  action: (plan: Plan, isHighlighted: boolean) => ReactNode
  /** The level below the heading that the list stands under. */
  heading: 'h2' | 'h3'
  /** Sets off the first paid plan. */
  highlighting?: boolean
}

/** The plans on offer, by the list of the last visit until the server has answered. */
export function PlanList({ action, heading, highlighting }: Props) {
  const plans = useQuery(plansQuery, queryClient)
  if (plans.data === undefined) {
    return plans.isError ? <PlansFailed onRetry={() => plans.refetch()} /> : <PlanSkeletons />
  }
  if (plans.data.length === 0) {
    return (
      <p className={styles.description}>
        <Trans>No plans are on offer right now.</Trans>
      </p>
    )
  }
  const highlighted = highlighting ? plans.data.find((plan) => !isFree(plan.price))?.id : undefined
  return (
    <ul className={styles.list}>
      {plans.data.map((plan) => (
        <PlanCard
          key={plan.id}
          plan={plan}
          heading={heading}
          isHighlighted={plan.id === highlighted}
          action={action(plan, plan.id === highlighted)}
        />
      ))}
    </ul>
  )
}
