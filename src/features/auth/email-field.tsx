import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { TextField } from '#ui/form/text-field.tsx'
import { saveTypedEmail } from './typed-email.ts'

type EmailFieldProps = {
  hint?: ReactNode
  /** Whether autofill also offers passkeys, once the page has started a conditional WebAuthn request. */
  takesPasskey?: boolean
  /** Both callbacks receive the field's text. */
  onType?: (text: string) => void
  onLeave?: (text: string) => void
}

/** The email field. It saves its text in memory, with which the login, registration and password pages begin. */
export function EmailField({ hint, takesPasskey = false, onType, onLeave }: EmailFieldProps) {
  const { t } = useLingui()
  return (
    <TextField
      name="email"
      type="email"
      label={t`Email`}
      autoComplete={takesPasskey ? 'username webauthn' : 'username'}
      inputMode="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      hint={hint}
      onChange={({ currentTarget: { value } }) => {
        saveTypedEmail(value)
        onType?.(value)
      }}
      onBlur={({ currentTarget: { value } }) => onLeave?.(value)}
    />
  )
}
