import type { ReactNode } from 'react'
import { Field } from '../field.tsx'
import { TextArea, TextInput, type TextInputProps } from '../text-input.tsx'
import { FormField } from './form-field.tsx'

type FieldWords = { label: ReactNode; description?: ReactNode; optional?: ReactNode; hint?: ReactNode }

export type TextFieldProps = FieldWords &
  Omit<TextInputProps, 'name' | 'value' | 'defaultValue' | 'ref'> & { name: string }

export function TextField({ name, label, description, optional, hint, ...input }: TextFieldProps) {
  return (
    <FormField name={name}>
      {(bound) => (
        <Field label={label} description={description} optional={optional} hint={hint} error={bound.error}>
          <TextInput {...input} {...bound.input} value={textOf(bound.value)} />
        </Field>
      )}
    </FormField>
  )
}

export type TextAreaFieldProps = FieldWords & { name: string; rows?: number; maxLength?: number; placeholder?: string }

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

/** Inputs are controlled from the first render, whatever the form holds yet. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
