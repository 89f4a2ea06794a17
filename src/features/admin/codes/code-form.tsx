import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createPromotionCode } from '#contract/endpoints/admin-billing.ts'
import { currencies } from '#contract/objects/plan.ts'
import type { PromotionCode } from '#contract/objects/promotion-code.ts'
import { queryClient } from '#data/query-client.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { isFree } from '#lib/is-free.ts'
import { api } from '#session/api.ts'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { useAppForm } from '#ui/form/app-form.ts'
import { CancelButton } from '#ui/form/cancel-button.tsx'
import { CheckboxesField } from '#ui/form/checkboxes-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { SwitchField } from '#ui/form/switch-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import styles from '../plans/form/plan-form.module.css'
import { allPlansQuery, visiblePlans } from '../plans/list-all-plans.ts'
import { toastFormFailure } from '../toast-form-failure.ts'
import { CodeFormInput, codeBody, initialCode } from './code-schema.ts'
import { refreshCodes } from './list-codes.ts'

type Props = { kind: PromotionCode['kind']; onClose: () => void }

const currencyOptions = currencies.map((currency) => ({ value: currency, label: currency }))

/** Creates a coupon or a gift code. */
export function CodeForm({ kind, onClose }: Props) {
  const { t } = useLingui()
  const form = useAppForm(CodeFormInput, initialCode(kind))
  const title = usePlanTitle()
  const plans = useQuery(allPlansQuery, queryClient)
  const sold = visiblePlans(plans.data ?? [], false).filter(({ price }) => !isFree(price))
  const isGift = kind === 'gift'
  const options = sold.map((plan) => ({ value: String(plan.id), label: title(plan) }))
  return (
    <Form
      of={form}
      onSubmit={async (values) => {
        try {
          await api.call(createPromotionCode, { body: codeBody(kind, values) })
        } catch (error) {
          // When the response was lost, the list shows whether the server has created the code.
          void refreshCodes()
          return toastFormFailure(error)
        }
        toastSuccess(t`Code created`)
        onClose()
        void refreshCodes()
      }}
    >
      <TextField name="code" label={t`Code`} autoComplete="off" autoCapitalize="characters" maxLength={40} />
      {!isGift && (
        <>
          <div className={styles.three}>
            <TextField name="percent_off" label={t`Percent off`} inputMode="numeric" autoComplete="off" />
            <TextField name="amount_off" label={t`Or amount off`} inputMode="decimal" autoComplete="off" />
            <SelectField name="currency" label={t`Currency`} options={currencyOptions} />
          </div>
          <SelectField
            name="duration"
            label={t`Duration`}
            options={[
              { value: 'once', label: t`The first payment` },
              { value: 'repeating', label: t`Some months` },
              { value: 'forever', label: t`As long as the subscription` },
            ]}
          />
        </>
      )}
      <div className={styles.pair}>
        <TextField name="duration_months" label={t`Months`} inputMode="numeric" autoComplete="off" />
        <TextField
          name="redemptions_max"
          label={t`How often it can be used`}
          optional={t`optional`}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <div className={styles.pair}>
        {isGift ? (
          <SelectField name="plan_ids" label={t`Plan`} options={[{ value: '', label: t`Choose a plan` }, ...options]} />
        ) : (
          <CheckboxesField
            name="plan_ids"
            label={t`Plans`}
            description={t`Without a choice, all plans.`}
            options={options}
          />
        )}
        <TextField name="expires_at" label={t`Last day`} optional={t`optional`} type="date" max="9999-12-31" />
      </div>
      <SwitchField name="once_per_user" label={t`Once a person`} />
      <FormError />
      <div className={styles.actions}>
        <CancelButton onCancel={onClose} />
        <SubmitButton pendingLabel={t`Creating...`}>
          <Trans>Create</Trans>
        </SubmitButton>
      </div>
    </Form>
  )
}
