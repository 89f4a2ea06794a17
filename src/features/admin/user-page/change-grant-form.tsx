import { Trans, useLingui } from '@lingui/react/macro'
import { format } from 'date-fns/format'
import * as v from 'valibot'
import { changeGrant } from '#contract/endpoints/admin-billing.ts'
import type { Subscription } from '#contract/objects/plan.ts'
import { says } from '#contract/primitives.ts'
import { api } from '#session/api.ts'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { useAppForm } from '#ui/form/app-form.ts'
import { CancelButton } from '#ui/form/cancel-button.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { handleRefusal } from '../handle-refusal.ts'
import styles from '../users/user-form.module.css'
import { readUserAgain, storeSubscription } from './get-user.ts'
import { GrantEnd, GrantEndField } from './grant-end-field.tsx'

const End = v.object({
  current_period_end: v.pipe(v.string(), v.nonEmpty(says('required')), GrantEnd),
})

type ChangeGrantFormProps = { grant: Subscription; userId: number; onClose: () => void }

export function ChangeGrantForm({ grant, userId, onClose }: ChangeGrantFormProps) {
  const { t } = useLingui()
  const form = useAppForm(End, { current_period_end: format(new Date(grant.current_period_end), 'yyyy-MM-dd') })
  return (
    <Form
      of={form}
      onSubmit={async ({ current_period_end = '' }) => {
        try {
          const params = { id: grant.id }
          storeSubscription(userId, await api.call(changeGrant, { params, body: { current_period_end } }))
        } catch (error) {
          handleRefusal(error)
          readUserAgain(userId)
          throw error
        }
        toastSuccess(t`Grant changed`)
        onClose()
      }}
    >
      <GrantEndField />
      <FormError />
      <div className={styles.actions}>
        <CancelButton onCancel={onClose} />
        <SubmitButton pendingLabel={t`Saving...`}>
          <Trans>Save</Trans>
        </SubmitButton>
      </div>
    </Form>
  )
}
