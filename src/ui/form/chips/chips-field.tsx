import { setValue } from '@modular-forms/react'
import type { ReactNode } from 'react'
import { Field } from '../../input/field.tsx'
import { useFormStore } from '../form-context.ts'
import { FormField } from '../form-field.tsx'
import { ChipsInput } from './chips-input.tsx'

export type ChipsFieldProps = {
  name: string
  /** Also names the list of chips. */
  label: string
  description?: ReactNode
  placeholder?: string
}

/** A list of short texts: each is typed and ended by a comma, by Enter or by leaving the field. */
export function ChipsField({ name, label, description, ...input }: ChipsFieldProps) {
  const store = useFormStore()
  return (
    <FormField name={name} type="string[]">
      {({ value, error, input: bound }) => (
        <Field label={label} description={description} error={error}>
          <ChipsInput
            {...input}
            label={label}
            chips={Array.isArray(value) ? value : []}
            onChange={(chips) => setValue(store, name, chips, { shouldFocus: false })}
            inputRef={bound.ref}
          />
        </Field>
      )}
    </FormField>
  )
}
