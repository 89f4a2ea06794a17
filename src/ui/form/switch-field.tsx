import { setValue } from '@modular-forms/react'
import type { ReactNode } from 'react'
import { Switch } from '../input/switch.tsx'
import { useFormStore } from './form-context.ts'
import { FormField } from './form-field.tsx'

export type SwitchFieldProps = { name: string; label: ReactNode; description?: ReactNode }

export function SwitchField({ name, label, description }: SwitchFieldProps) {
  const store = useFormStore()
  return (
    <FormField name={name} type="boolean">
      {({ value }) => (
        <Switch
          row
          label={label}
          description={description}
          checked={value === true}
          onChange={(next) => setValue(store, name, next, { shouldFocus: false })}
        />
      )}
    </FormField>
  )
}
