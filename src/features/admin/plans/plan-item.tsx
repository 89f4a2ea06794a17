import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import type { AdminPlan, Plan } from '#contract/objects/plan.ts'
import { usePlanText } from '#i18n/plan-texts.ts'
import { Button } from '#ui/button/button.tsx'
import { Badge } from '#ui/data-display/badge.tsx'
import { prefetchDialog } from '#ui/dialog/dialog.tsx'
import { PencilIcon } from '#ui/icons/icons.tsx'
import { PlanFacts } from './plan-facts.tsx'
import styles from './plan-item.module.css'
import { priceLabel } from './price-label.ts'
import { RestoreButton } from './restore-button.tsx'

type PlanItemProps = {
  plan: AdminPlan
  onEdit: () => void
  onDelete: (button: HTMLElement) => void
  onRestored: () => void
}

export function PlanItem({ plan, onEdit, onDelete, onRestored }: PlanItemProps) {
  const { i18n } = useLingui()
  const planText = usePlanText()
  const title = useId()
  return (
    <li className={styles.card} data-archived={plan.is_archived || undefined}>
      <div className={styles.head}>
        <h3 id={title} className={styles.title} dir="auto">
          {planText(plan.title)}
        </h3>
        <PlanStatus plan={plan} />
      </div>
      <p className={styles.price}>{priceLabel(plan, i18n)}</p>
      <p className={styles.description} dir="auto">
        {planText(plan.description)}
      </p>
      <ul className={styles.features}>
        {plan.features.map((feature) => (
          <li key={feature} dir="auto">
            {planText(feature)}
          </li>
        ))}
      </ul>
      <PlanFacts plan={plan} />
      {plan.is_archived ? (
        <div className={styles.actions}>
          <RestoreButton plan={plan} describedBy={title} onRestored={onRestored} />
        </div>
      ) : (
        <div className={styles.actions}>
          <Button
            size="s"
            icon={<PencilIcon size={16} />}
            aria-describedby={title}
            onPointerEnter={prefetchDialog}
            onClick={onEdit}
          >
            <Trans>Edit</Trans>
          </Button>
          <Button
            size="s"
            variant="quiet"
            aria-describedby={title}
            onPointerEnter={prefetchDialog}
            onClick={(event) => onDelete(event.currentTarget)}
          >
            <Trans>Delete</Trans>
          </Button>
        </div>
      )}
    </li>
  )
}

/** Shows Active if enabled, otherwise Archived if archived, otherwise Inactive. */
function PlanStatus({ plan }: { plan: Pick<Plan, 'is_enabled' | 'is_archived'> }) {
  if (plan.is_enabled) {
    return (
      <Badge tone="accent">
        <Trans context="plan">Active</Trans>
      </Badge>
    )
  }
  return <Badge>{plan.is_archived ? <Trans>Archived</Trans> : <Trans>Inactive</Trans>}</Badge>
}
