import { useLingui } from '@lingui/react/macro'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { PlanForm } from './plan-form.tsx'
import type { PlanModal } from './use-plan-modal.ts'

/** The dialog to create or edit a plan, which differ in texts and initial values. */
export function PlanDialog({ modal }: { modal: PlanModal }) {
  const { t } = useLingui()
  return (
    <FormDialog
      open={modal.mode !== 'closed'}
      onOpenChange={modal.close}
      title={modal.plan === null ? t`Create New Plan` : t`Edit Plan`}
      size="l"
    >
      <PlanForm key={modal.form} plan={modal.plan} onClose={modal.close} onTakeTheirs={modal.restart} />
    </FormDialog>
  )
}
