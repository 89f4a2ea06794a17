import { useLingui } from '@lingui/react/macro'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import styles from './user-form.module.css'

export function FlagFields() {
  const { t } = useLingui()
  return (
    <div className={styles.flags}>
      <CheckboxField name="is_vip" label={t`VIP`} />
      <CheckboxField name="is_provider" label={t`Provider`} />
      <CheckboxField name="is_ad_subscriber" label={t`Ad Subscriber`} />
      <CheckboxField name="receive_newsletters" label={t`Receive Newsletters`} />
    </div>
  )
}
