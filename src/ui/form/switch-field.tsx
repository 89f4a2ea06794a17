import type { ReactNode } from 'react'
import { Switch } from '../input/switch.tsx'
import { FormField } from './form-field.tsx'

export type SwitchFieldProps = { name: string; label: ReactNode; description?: ReactNode }

export function SwitchField({ name, label, description }: SwitchFieldProps) {
  return (
    <FormField name={name} type="boolean">
      {({ value, change }) => (
        <Switch row label={label} description={description} checked={value === true} onChange={change} />
      )}
    </FormField>
  )
}
