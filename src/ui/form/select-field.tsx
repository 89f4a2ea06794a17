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
}

export function SelectField({ name, label, description, options }: SelectFieldProps) {
  return (
    <FormField name={name}>
      {({ value, error, input, change }) => (
        <Field label={label} description={description} error={error}>
          <Select
            value={textOf(value)}
            onChange={change}
            options={options}
            // The store only calls `focus()`, which a button has too.
            triggerRef={input.ref as unknown as Ref<HTMLButtonElement>}
          />
        </Field>
      )}
    </FormField>
  )
}
