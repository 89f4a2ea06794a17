import type { ReactNode } from 'react'
import { Field } from '../../input/field.tsx'
import { FormField } from '../form-field.tsx'
import { ChipsInput } from './chips-input.tsx'

export type ChipsFieldProps = {
  name: string
  /** Also the accessible name of the list of chips. */
  label: string
  description?: ReactNode
  placeholder?: string
  /** Called after the value was set, of which the form's own `onChange` does not tell. */
  onChange?: () => void
}

/** A list of short texts; each is completed by a comma, by Enter or on blur. */
export function ChipsField({ name, label, description, onChange, ...input }: ChipsFieldProps) {
  return (
    <FormField name={name} type="string[]">
      {({ value, error, input: bound, change }) => (
        <Field label={label} description={description} error={error}>
          <ChipsInput
            {...input}
            label={label}
            chips={Array.isArray(value) ? value : []}
            onChange={(chips) => {
              change(chips)
              onChange?.()
            }}
            inputRef={bound.ref}
          />
        </Field>
      )}
    </FormField>
  )
}
