import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select as BaseSelect } from '@base-ui/react/select'
import type { Ref } from 'react'
import { CheckIcon, ChevronDownIcon } from '../icons/icons.tsx'
import { useFieldLabelId, useFieldTies } from './field-context.ts'
import styles from './select.module.css'

export type SelectProps<Value extends string> = {
  value: Value
  onChange: (value: Value) => void
  options: { value: Value; label: string }[]
  /** The accessible name outside of a Field. */
  label?: string | undefined
  name?: string | undefined
  disabled?: boolean | undefined
  /** The element that takes the focus. */
  triggerRef?: Ref<HTMLButtonElement> | undefined
}

/** The Content-Security-Policy forbids Base UI's style element for the list; select.module.css replaces it. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, onChange, options, label, name, disabled, triggerRef } = props
  const ties = useFieldTies()
  const labelId = useFieldLabelId()
  return (
    <CSPProvider disableStyleElements>
      <BaseSelect.Root
        items={options}
        value={value}
        onValueChange={(next) => next !== null && onChange(next)}
        name={name}
        disabled={disabled}
      >
        <BaseSelect.Trigger
          ref={triggerRef}
          {...ties}
          aria-label={label}
          aria-labelledby={labelId}
          className={styles.trigger}
        >
          <BaseSelect.Value />
          <BaseSelect.Icon className={styles.icon}>
            <ChevronDownIcon size={18} />
          </BaseSelect.Icon>
        </BaseSelect.Trigger>
        <BaseSelect.Portal>
          <BaseSelect.Positioner className={styles.positioner} sideOffset={4} alignItemWithTrigger={false}>
            <BaseSelect.Popup className={styles.popup}>
              {options.map((option) => (
                <BaseSelect.Item key={option.value} value={option.value} className={styles.item}>
                  <BaseSelect.ItemText>{option.label}</BaseSelect.ItemText>
                  <BaseSelect.ItemIndicator className={styles.selected}>
                    <CheckIcon size={18} />
                  </BaseSelect.ItemIndicator>
                </BaseSelect.Item>
              ))}
            </BaseSelect.Popup>
          </BaseSelect.Positioner>
        </BaseSelect.Portal>
      </BaseSelect.Root>
    </CSPProvider>
  )
}
