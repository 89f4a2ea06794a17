import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { grantSubscription } from '#contract/endpoints/admin.ts'
import type { User } from '#contract/objects/user.ts'
import { says } from '#contract/primitives.ts'
import { queryClient } from '#data/query-client.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { api } from '#session/api.ts'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { useAppForm } from '#ui/form/app-form.ts'
import { CancelButton } from '#ui/form/cancel-button.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { handleRefusal } from '../handle-refusal.ts'
import { LoadFailed } from '../load-failed.tsx'
import { allPlansQuery, visiblePlans } from '../plans/list-all-plans.ts'
import { priceLabel } from '../plans/price-label.ts'
import styles from '../users/user-form.module.css'
import { readUserAgain } from './get-user.ts'
import { GrantEnd, GrantEndField } from './grant-end-field.tsx'

export const Grant = v.object({
  plan_id: v.pipe(v.string(), v.nonEmpty(says('required')), v.transform(Number)),
  current_period_end: GrantEnd,
})

export function GrantForm({ user, onClose }: { user: User; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const planTitle = usePlanTitle()
  const form = useAppForm(Grant, { plan_id: '', current_period_end: '' })
  const plans = useQuery(allPlansQuery, queryClient)
  const options = visiblePlans(plans.data ?? [], false).map((plan) => ({
    value: String(plan.id),
    label: `${planTitle(plan)}, ${priceLabel(plan, i18n)}`,
  }))
  return (
    <Form
      of={form}
      onSubmit={async ({ plan_id, current_period_end: until }) => {
        const body = { user_id: user.id, plan_id, ...(until === undefined ? {} : { current_period_end: until }) }
        try {
          await api.call(grantSubscription, { body })
        } catch (error) {
          handleRefusal(error)
          readUserAgain(user.id)
          // The form shows it beside what was chosen, since a toast would lie over the dialog.
          throw error
        }
        toastSuccess(t`Subscription granted`)
        onClose()
        readUserAgain(user.id)
      }}
    >
      <SelectField
        name="plan_id"
        label={t`Plan`}
        options={[{ value: '', label: t`Choose a plan` }, ...options]}
        description={t`Nothing is charged.`}
      />
      {plans.data === undefined && plans.isError ? (
        <LoadFailed error={plans.error} onRetry={() => void plans.refetch()} />
      ) : null}
      <GrantEndField description={t`Leave it empty for one interval of the plan.`} />
      <FormError />
      <div className={styles.actions}>
        <CancelButton onCancel={onClose} />
        <SubmitButton pendingLabel={t`Granting...`}>
          <Trans>Grant</Trans>
        </SubmitButton>
      </div>
    </Form>
  )
}
