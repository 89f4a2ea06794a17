import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { AdminPlan } from '#contract/objects/plan.ts'
import { type StoredFormDraft, useFormDraft } from '#data/form-drafts/use-form-draft.ts'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { useAppForm } from '#ui/form/app-form.ts'
import { CancelButton } from '#ui/form/cancel-button.tsx'
import { Form } from '#ui/form/form.tsx'
import { RestoredNotice } from '#ui/form/restored-notice.tsx'
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
  stored: StoredFormDraft
  onClose: () => void
}

export function PlanForm({ plan, stored, onClose }: PlanFormProps) {
  const { t } = useLingui()
  const draft = useFormDraft(initialValues(plan), stored)
  const form = useAppForm(schema, draft.values)
  const saveDraft = () => draft.save(form.values())
  /** What another admin has saved in the meantime, on which this form is based from then on. */
  const [theirs, setTheirs] = useState<AdminPlan | null>(null)
  /** What was typed against that, until it is decided which counts. */
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
  function takeTheirs(saved: AdminPlan) {
    const values = initialValues(saved)
    form.reset(values)
    draft.submit(values, values)
    setTyped(null)
  }
  function finish(text: string) {
    draft.discard()
    toastSuccess(text)
    onClose()
    void refreshPlans()
  }
  function fail(error: unknown) {
    // When the response was lost, the list shows whether the server has saved the plan.
    void refreshPlans()
    toastFormFailure(error)
  }
  return (
    <Form of={form} onChange={saveDraft} onSubmit={(values) => save(values).catch(fail)}>
      <PlanFields onChange={saveDraft} />
      {/* Not beside a conflict: its button would bring back what the plan was before their change. */}
      {typed ? null : <RestoredNotice form={form} draft={draft} />}
      {/* The live region is rendered before its text, so that screen readers announce it. */}
      <div role="alert">
        {theirs && typed ? (
          <PlanConflict theirs={theirs} typed={typed} onTakeTheirs={() => takeTheirs(theirs)} />
        ) : null}
      </div>
      <div className={styles.actions}>
        <CancelButton draft={draft} onCancel={onClose} />
        <SubmitButton pendingLabel={plan === null ? t`Creating...` : t`Updating...`}>
          {plan === null ? <Trans>Create</Trans> : typed ? <Trans>Save mine</Trans> : <Trans>Update</Trans>}
        </SubmitButton>
      </div>
    </Form>
  )
}
