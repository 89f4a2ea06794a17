import { Trans } from '@lingui/react/macro'
import type { Plan } from '#contract/objects/plan.ts'
import { Badge } from '#ui/data-display/badge.tsx'

/** Shows Active if enabled, otherwise Archived if archived, otherwise Inactive. */
export function PlanStatus({ plan }: { plan: Pick<Plan, 'is_enabled' | 'is_archived'> }) {
  if (plan.is_enabled) {
    return (
      <Badge tone="accent">
        <Trans context="plan">Active</Trans>
      </Badge>
    )
  }
  return <Badge>{plan.is_archived ? <Trans>Archived</Trans> : <Trans>Inactive</Trans>}</Badge>
}
