import { useLingui } from '@lingui/react/macro'
import { currencies, intervals } from '#contract/objects/plan.ts'
import { ChipsField } from '#ui/form/chips/chips-field.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { SwitchField } from '#ui/form/switch-field.tsx'
import { TextAreaField, TextField } from '#ui/form/text-field.tsx'
import { intervalName } from '../price-label.ts'
import styles from './plan-form.module.css'

const currencyOptions = currencies.map((currency) => ({ value: currency, label: currency }))

/** `onChange` is called for the fields whose changes are no events of the form. */
export function PlanFields({ onChange }: { onChange: () => void }) {
  const { t, i18n } = useLingui()
  const intervalOptions = intervals.map((interval) => ({ value: interval, label: intervalName(interval, i18n) }))
  return (
    <>
      <div className={styles.pair}>
        <TextField name="name" label={t`Name`} autoComplete="off" />
        <TextField name="title" label={t`Title`} autoComplete="off" />
      </div>
      <TextAreaField name="description" label={t`Description`} rows={3} />
      <div className={styles.three}>
        <TextField name="price" label={t`Price`} type="number" step={0.01} min={0} inputMode="decimal" />
        <SelectField name="currency" label={t`Currency`} options={currencyOptions} onChange={onChange} />
        <SelectField name="interval" label={t`Interval`} options={intervalOptions} onChange={onChange} />
      </div>
      <div className={styles.pair}>
        <TextField name="tokens_limit" label={t`Tokens limit`} inputMode="numeric" autoComplete="off" />
        <TextField name="searches_limit" label={t`Searches limit`} inputMode="numeric" autoComplete="off" />
      </div>
      <ChipsField
        name="features"
        label={t`Features`}
        description={t`End each with a comma or Enter.`}
        onChange={onChange}
      />
      <SwitchField name="is_enabled" label={t`Enabled`} />
    </>
  )
}
