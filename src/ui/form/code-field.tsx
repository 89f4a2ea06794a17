import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { TextField } from './text-field.tsx'

/** A one-time code: phones offer the one that they know, and the keyboard has letters for recovery codes too. */
export function CodeField({ takesFocus = false, isNew = false }: { takesFocus?: boolean; isNew?: boolean }) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])
  return (
    <TextField
      name="one_time_code"
      inputRef={input}
      label={isNew ? t`Code from the app` : t`Code or recovery code`}
      autoComplete="one-time-code"
      inputMode={isNew ? 'numeric' : 'text'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  )
}
