import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { TextField } from '#ui/form/text-field.tsx'
import { saveTypedEmail } from './typed-email.ts'

type EmailFieldProps = {
  hint?: ReactNode
  /** Whether the browser's list for this field offers passkeys too, once the page asks for one. */
  takesPasskey?: boolean
  /** Both callbacks receive the field's text. */
  onType?: (text: string) => void
  onLeave?: (text: string) => void
}

/** The email field; its text is shared by all pages for signing in. */
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
