import type { ReactNode, Ref } from 'react'
import { Field } from '../input/field.tsx'
import { Select } from '../input/select.tsx'
import { FormField } from './form-field.tsx'
import { textOf } from './text-field.tsx'

export type SelectFieldProps = {
  name: string
  label: ReactNode
  description?: ReactNode
  options: { value: string; label: string }[]
  /** Called after the value was set; the form's own `onChange` is not, because no element of it has changed. */
  onChange?: () => void
}

export function SelectField({ name, label, description, options, onChange }: SelectFieldProps) {
  return (
    <FormField name={name}>
      {({ value, error, input, change }) => (
        <Field label={label} description={description} error={error}>
          <Select
            value={textOf(value)}
            onChange={(value) => {
              change(value)
              onChange?.()
            }}
            options={options}
            // The store only calls `focus()`, which a button has too.
            triggerRef={input.ref as unknown as Ref<HTMLButtonElement>}
          />
        </Field>
      )}
    </FormField>
  )
}
