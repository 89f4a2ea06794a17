import type { ReactNode } from 'react'
import { Field } from '../input/field.tsx'
import { TextArea, TextInput, type TextInputProps } from '../input/text-input.tsx'
import { FormField, type FormFieldProps } from './form-field.tsx'

type FieldTexts = { label: ReactNode; description?: ReactNode; optional?: ReactNode; hint?: ReactNode }

export type TextFieldProps = FieldTexts &
  Omit<TextInputProps, 'name' | 'value' | 'defaultValue' | 'ref'> &
  Pick<FormFieldProps, 'name' | 'inputRef'>

/** `onChange` and `onBlur` are called in addition to the form's handlers. */
export function TextField(props: TextFieldProps) {
  const { name, inputRef, label, description, optional, hint, onChange, onBlur, ...input } = props
  return (
    <FormField name={name} inputRef={inputRef}>
      {({ value, error, input: bound }) => (
        <Field label={label} description={description} optional={optional} hint={hint} error={error}>
          <TextInput
            {...input}
            {...bound}
            value={textOf(value)}
            onChange={(event) => {
              bound.onChange(event)
              onChange?.(event)
            }}
            onBlur={(event) => {
              bound.onBlur(event)
              onBlur?.(event)
            }}
          />
        </Field>
      )}
    </FormField>
  )
}

export type TextAreaFieldProps = FieldTexts & { name: string; rows?: number; maxLength?: number; placeholder?: string }

export function TextAreaField({ name, label, description, optional, hint, ...area }: TextAreaFieldProps) {
  return (
    <FormField name={name}>
      {(bound) => (
        <Field label={label} description={description} optional={optional} hint={hint} error={bound.error}>
          <TextArea {...area} {...bound.input} value={textOf(bound.value)} />
        </Field>
      )}
    </FormField>
  )
}

/** Returns a text for any value, so that inputs are controlled from the first render. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
