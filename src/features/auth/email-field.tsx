import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { TextField } from '#ui/form/text-field.tsx'
import { saveTypedEmail } from './typed-email.ts'

type EmailFieldProps = {
  hint?: ReactNode
  /** Both are given what stands in the field. */
  onType?: (text: string) => void
  onLeave?: (text: string) => void
}

/** What is typed here goes along to the other pages of this room. */
export function EmailField({ hint, onType, onLeave }: EmailFieldProps) {
  const { t } = useLingui()
  return (
    <TextField
      name="email"
      type="email"
      label={t`Email`}
      autoComplete="username"
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
