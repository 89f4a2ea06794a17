import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { AdminPlan } from '#contract/objects/plan.ts'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { useAppForm } from '#ui/form/app-form.ts'
import { CancelButton } from '#ui/form/cancel-button.tsx'
import { Form } from '#ui/form/form.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { toastFormFailure } from '../../toast-form-failure.ts'
import { refreshPlans } from '../list-all-plans.ts'
import { initialValues } from './initial-values.ts'
import { PlanConflict } from './plan-conflict.tsx'
import { PlanFields } from './plan-fields.tsx'
import styles from './plan-form.module.css'
import { type PlanFormValues, PlanForm as schema } from './plan-schema.ts'
import { createNewPlan, saveChangedPlan } from './save-plan.ts'

type PlanFormProps = {
  /** Null for a new plan. */
  plan: AdminPlan | null
  onClose: () => void
  /** Replaces the typed values by those which another admin has saved. */
  onTakeTheirs: (plan: AdminPlan) => void
}

export function PlanForm({ plan, onClose, onTakeTheirs }: PlanFormProps) {
  const { t } = useLingui()
  const form = useAppForm(schema, initialValues(plan))
  const [theirs, setTheirs] = useState<AdminPlan | null>(null)
  const [typed, setTyped] = useState<PlanFormValues | null>(null)

  async function save(values: PlanFormValues) {
    if (plan === null) {
      await createNewPlan(values)
      return finish(t`Plan created successfully`)
    }
    const outcome = await saveChangedPlan(theirs ?? plan, values)
    if ('saved' in outcome) return finish(t`Plan updated successfully`)
    setTyped(values)
    setTheirs(outcome.theirs)
  }
  function finish(text: string) {
    toastSuccess(text)
    onClose()
    void refreshPlans()
  }
  return (
    <Form of={form} onSubmit={(values) => save(values).catch(toastFormFailure)}>
      <PlanFields />
      {/* The live region is rendered before its text, so that screen readers announce it. */}
      <div role="alert">
        {theirs && typed ? (
          <PlanConflict theirs={theirs} typed={typed} onTakeTheirs={() => onTakeTheirs(theirs)} />
        ) : null}
      </div>
      <div className={styles.actions}>
        <CancelButton onCancel={onClose} />
        <SubmitButton pendingLabel={plan === null ? t`Creating...` : t`Updating...`}>
          {plan === null ? <Trans>Create</Trans> : theirs ? <Trans>Save mine</Trans> : <Trans>Update</Trans>}
        </SubmitButton>
      </div>
    </Form>
  )
}
