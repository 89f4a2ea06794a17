import { type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { TextInput } from '#ui/input/text-input.tsx'
import { readDay } from './audit-query.ts'

type DayInputProps = {
  day: string | undefined
  onChange: (day: string | undefined) => void
  min?: string | undefined
  max?: string | undefined
}

/** Takes a day on leaving the field or with Enter. Uncontrolled, because a date is empty while it is being typed. */
export function DayInput({ day, onChange, min, max }: DayInputProps) {
  const field = useRef<HTMLInputElement>(null)
  // The day may change elsewhere, as by going back. A new key would remount the field and lose its focus.
  useLayoutEffect(() => {
    if (field.current) field.current.value = day ?? ''
  }, [day])
  const commit = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    const next = readDay(currentTarget.value)
    if (next !== day) onChange(next)
  }
  return (
    <TextInput
      ref={field}
      type="date"
      defaultValue={day ?? ''}
      min={min}
      max={max ?? '9999-12-31'}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit(event)}
    />
  )
}
