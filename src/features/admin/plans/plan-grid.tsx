import { Trans } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { AdminPlan } from '#contract/objects/plan.ts'
import { EmptyState } from '#ui/data-display/empty-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { LoadFailed } from '../load-failed.tsx'
import { visiblePlans } from './list-all-plans.ts'
import styles from './plan-item.module.css'
import { PlanItem } from './plan-item.tsx'

type PlanGridProps = {
  plans: UseQueryResult<AdminPlan[]>
  showArchived: boolean
  onEdit: (plan: AdminPlan) => void
  /** Receives the pressed button. */
  onDelete: (plan: AdminPlan, button: HTMLElement) => void
  onRestored: () => void
}

export function PlanGrid({ plans, showArchived, onEdit, onDelete, onRestored }: PlanGridProps) {
  if (plans.data === undefined) {
    if (plans.isError) return <LoadFailed error={plans.error} onRetry={() => void plans.refetch()} />
    return (
      <div className={styles.list} aria-busy="true">
        {[1, 2].map((key) => (
          <div key={key} className={styles.waiting}>
            <Skeleton width="40%" height="1.4em" />
            <Skeleton width="25%" />
            <Skeleton width="80%" />
          </div>
        ))}
      </div>
    )
  }
  const shown = visiblePlans(plans.data, showArchived)
  if (shown.length === 0) {
    return (
      <EmptyState
        title={<Trans>No Subscription Plans</Trans>}
        text={<Trans>There are no plans to show. Create one, and people can subscribe to it.</Trans>}
        level={3}
      />
    )
  }
  return (
    <ul className={styles.list}>
      {shown.map((plan) => (
        <PlanItem
          key={plan.id}
          plan={plan}
          onEdit={() => onEdit(plan)}
          onDelete={(button) => onDelete(plan, button)}
          onRestored={onRestored}
        />
      ))}
    </ul>
  )
}
