import { Trans, useLingui } from '@lingui/react/macro'
import { deletePlan } from '#contract/endpoints/admin.ts'
import type { AdminPlan } from '#contract/objects/plan.ts'
import { usePlanText } from '#i18n/plan-texts.ts'
import { api } from '#session/api.ts'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { handleRefusal } from '../handle-refusal.ts'
import { refreshPlans } from './list-all-plans.ts'

type DeletePlanDialogProps = {
  plan: AdminPlan | null
  open: boolean
  onClose: () => void
  onDeleted: () => void
  finalFocus: () => HTMLElement | null
}

export function DeletePlanDialog({ plan, open, onClose, onDeleted, finalFocus }: DeletePlanDialogProps) {
  const { t } = useLingui()
  const planText = usePlanText()

  async function remove() {
    if (plan === null) return
    try {
      const { message } = await api.call(deletePlan, { params: { id: plan.id } })
      toastSuccess(message || t`Success Deleted`)
      onDeleted()
    } catch (error) {
      handleRefusal(error)
      toastFailure(error)
    }
    void refreshPlans()
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={t`Delete Subscription Plan?`}
      text={<Trans>Are you sure you want to delete your subscription plan? This action cannot be undone.</Trans>}
      confirmLabel={t`Delete`}
      pendingLabel={t`Deleting...`}
      onConfirm={remove}
      finalFocus={finalFocus}
      danger
    >
      {plan ? <strong dir="auto">{planText(plan.title)}</strong> : null}
    </ConfirmDialog>
  )
}
