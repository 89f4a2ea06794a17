import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { IconButton } from '../button/icon-button.tsx'
import { EyeIcon, EyeOffIcon } from '../icons/icons.tsx'
import { Field } from '../input/field.tsx'
import { TextInput } from '../input/text-input.tsx'
import { FormField } from './form-field.tsx'
import { textOf } from './text-field.tsx'

export type PasswordFieldProps = {
  name: string
  label: ReactNode
  autoComplete: 'current-password' | 'new-password'
  description?: ReactNode
  /** The name of the field with the repeated password. */
  rechecks?: string
}

export function PasswordField({ name, label, autoComplete, description, rechecks }: PasswordFieldProps) {
  const { t } = useLingui()
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  // Password managers offer to save only inputs of the type password at the time of the submit.
  useEffect(() => {
    const form = toggle.current?.form
    const cover = () => setShown(false)
    form?.addEventListener('submit', cover)
    return () => form?.removeEventListener('submit', cover)
  }, [])
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const Eye = shown ? EyeOffIcon : EyeIcon
  const eye = (
    <IconButton
      ref={toggle}
      size="s"
      label={shown ? t`Hide password` : t`Show password`}
      icon={<Eye />}
      onClick={() => setShown(!shown)}
    />
  )
  return (
    <FormField name={name} rechecks={rechecks}>
      {(bound) => (
        <Field
          label={label}
          description={description}
          error={bound.error}
          hint={capsLock ? t`Caps lock is on` : undefined}
        >
          <TextInput
            {...bound.input}
            type={shown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            value={textOf(bound.value)}
            onKeyDown={watchCapsLock}
            onKeyUp={watchCapsLock}
            end={eye}
          />
        </Field>
      )}
    </FormField>
  )
}
