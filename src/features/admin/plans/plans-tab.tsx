import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { exportSubscriptions } from '#contract/endpoints/admin-billing.ts'
import type { AdminPlan } from '#contract/objects/plan.ts'
import { queryClient } from '#data/query-client.ts'
import { Button } from '#ui/button/button.tsx'
import { prefetchDialog } from '#ui/dialog/dialog.tsx'
import { PlusIcon } from '#ui/icons/icons.tsx'
import { Switch } from '#ui/input/switch.tsx'
import styles from '../admin.module.css'
import { CodesSection } from '../codes/codes-section.tsx'
import { CsvButton } from '../csv-button.tsx'
import { useHandleRefusal } from '../handle-refusal.ts'
import { JudgeSection } from '../judge/judge-section.tsx'
import { ClientErrors } from '../metrics/client-errors.tsx'
import { MetricsSummary } from '../metrics/metrics-summary.tsx'
import { ModelList } from '../models/model-list.tsx'
import { DeletePlanDialog } from './delete-plan-dialog.tsx'
import { PlanDialog } from './form/plan-dialog.tsx'
import { usePlanModal } from './form/use-plan-modal.ts'
import { allPlansQuery } from './list-all-plans.ts'
import { PlanGrid } from './plan-grid.tsx'
import { PlanInstructions } from './plan-instructions.tsx'

export function PlansTab() {
  const { t } = useLingui()
  const plans = useQuery(allPlansQuery, queryClient)
  useHandleRefusal(plans.error)
  const [showArchived, setShowArchived] = useState(false)
  const modal = usePlanModal()
  const [isDeleting, setDeleting] = useState(false)
  // The plan remains visible while the dialog closes.
  const [doomed, setDoomed] = useState<AdminPlan | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  /** The element to focus after the dialog: the pressed button, or the heading when the button was removed. */
  const next = useRef<HTMLElement>(null)
  return (
    <>
      <MetricsSummary charted="active" />
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          <Trans>Subscription Plans</Trans>
        </h2>
        <div className={styles.tools}>
          <Switch label={t`Show Archived`} checked={showArchived} onChange={setShowArchived} />
          <PlanInstructions />
          <CsvButton endpoint={exportSubscriptions} fallbackName="subscriptions">
            <Trans>Export subscriptions</Trans>
          </CsvButton>
          <Button
            variant="primary"
            icon={<PlusIcon size={18} />}
            onPointerEnter={prefetchDialog}
            onClick={() => modal.open(null)}
          >
            <Trans>Create New Plan</Trans>
          </Button>
        </div>
      </div>
      <PlanGrid
        plans={plans}
        showArchived={showArchived}
        onEdit={modal.open}
        onRestored={() => heading.current?.focus()}
        onDelete={(plan, button) => {
          next.current = button
          setDoomed(plan)
          setDeleting(true)
        }}
      />
      <ModelList />
      <JudgeSection />
      <CodesSection />
      <ClientErrors />
      <PlanDialog modal={modal} />
      <DeletePlanDialog
        plan={doomed}
        open={isDeleting}
        onClose={() => setDeleting(false)}
        onDeleted={() => {
          next.current = heading.current
        }}
        finalFocus={() => next.current}
      />
    </>
  )
}
