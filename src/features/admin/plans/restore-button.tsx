import { Trans, useLingui } from '@lingui/react/macro'
import { restorePlan } from '#contract/endpoints/admin.ts'
import type { AdminPlan } from '#contract/objects/plan.ts'
import { useAction } from '#data/use-action.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/button/button.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { handleRefusal } from '../handle-refusal.ts'
import { refreshPlans } from './list-all-plans.ts'

type RestoreButtonProps = {
  plan: AdminPlan
  /** The id of the plan's title. */
  describedBy: string
  /** Called before the button disappears. */
  onRestored: () => void
}

export function RestoreButton({ plan, describedBy, onRestored }: RestoreButtonProps) {
  const { t } = useLingui()
  const restore = useAction(async () => {
    try {
      await api.call(restorePlan, { params: { id: plan.id } })
      onRestored()
      toastSuccess(t`The plan is out of the archive. Enable it by Edit to sell it`)
    } catch (error) {
      handleRefusal(error)
      toastFailure(error)
    }
    await refreshPlans()
  })
  return (
    <Button
      size="s"
      aria-describedby={describedBy}
      pending={restore.pending}
      pendingLabel={t`Taking it out…`}
      onClick={() => void restore.run()}
    >
      <Trans>Take out of the archive</Trans>
    </Button>
  )
}
