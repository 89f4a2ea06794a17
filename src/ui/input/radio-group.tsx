import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import styles from './radio-group.module.css'

export type ChoiceProps<Value extends string> = {
  label: ReactNode
  description?: ReactNode
  value: Value
  onChange: (value: Value) => void
  options: { value: Value; label: ReactNode }[]
  /** As while a choice is saved: it keeps the keyboard focus, which the browser takes from a disabled field. */
  disabled?: boolean | undefined
}

/** A radio group with all options visible. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, description, value, onChange, options, disabled } = props
  const id = useId()
  // Optimistic update: shown until its own value arrives, since that of an earlier choice may arrive first, or until
  // the group is enabled again after a refusal.
  const [picked, setPicked] = useState<Value | null>(null)
  const wasDisabled = useRef(disabled)
  // A layout effect, which runs before the next event: a later one would reset a choice made right after enabling.
  useLayoutEffect(() => {
    const isEnabledAgain = wasDisabled.current && !disabled
    wasDisabled.current = disabled
    if (isEnabledAgain || value === picked) setPicked(null)
  }, [value, disabled, picked])
  return (
    <fieldset
      className={styles.choice}
      aria-disabled={disabled}
      aria-describedby={description ? `${id}-text` : undefined}
    >
      <legend className={styles.label}>{label}</legend>
      {description ? (
        <p id={`${id}-text`} className={styles.description}>
          {description}
        </p>
      ) : null}
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === (picked ?? value)}
              aria-disabled={disabled}
              onChange={() => {
                if (disabled) return
                setPicked(option.value)
                onChange(option.value)
              }}
              className={styles.input}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
