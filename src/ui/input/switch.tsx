import { Switch as BaseSwitch } from '@base-ui/react/switch'
import { type ReactNode, useId } from 'react'
import styles from './switch.module.css'

export type SwitchProps = {
  label: ReactNode
  description?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean | undefined
  /** A full row with the label at the start and the switch at the end, as in settings. */
  row?: boolean | undefined
}

export function Switch({ label, description, checked, onChange, disabled, row }: SwitchProps) {
  const id = useId()
  return (
    <div className={row ? styles.row : styles.inline}>
      <div>
        <label id={`${id}-label`} htmlFor={id} className={styles.label}>
          {label}
        </label>
        {description ? (
          <p id={`${id}-description`} className={styles.description}>
            {description}
          </p>
        ) : null}
      </div>
      <BaseSwitch.Root
        id={id}
        className={styles.track}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={description ? `${id}-description` : undefined}
      >
        <BaseSwitch.Thumb className={styles.thumb} />
      </BaseSwitch.Root>
    </div>
  )
}
