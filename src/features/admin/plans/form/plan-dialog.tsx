import { useLingui } from '@lingui/react/macro'
import { DraftDialog } from '../../draft-dialog.tsx'
import { PlanForm } from './plan-form.tsx'
import type { PlanModal } from './use-plan-modal.ts'

/** The dialog to create or edit a plan, which differ in texts and initial values. */
export function PlanDialog({ modal }: { modal: PlanModal }) {
  const { t } = useLingui()
  return (
    <DraftDialog
      form={`plan/${modal.plan?.id ?? 'new'}`}
      open={modal.mode !== 'closed'}
      onOpenChange={modal.close}
      title={modal.plan === null ? t`Create New Plan` : t`Edit Plan`}
      size="l"
    >
      {(stored) => <PlanForm key={modal.form} plan={modal.plan} stored={stored} onClose={modal.close} />}
    </DraftDialog>
  )
}
