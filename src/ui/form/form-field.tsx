import { type FieldElementProps, type FieldStore, Field as StoreField, setValue, validate } from '@modular-forms/react'
import { useSignals } from '@preact/signals-react/runtime'
import { type ChangeEvent, type FocusEvent, type ReactNode, type RefObject, useMemo } from 'react'
import { describeFieldMessage } from '#i18n/describe-error.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { joinRefs } from '../join-refs.ts'
import type { FormValues } from './app-form.ts'
import { useFormStore } from './form-context.ts'

type Value = FormValues[string]

/** What a form focuses and reads. */
type FormInput = NonNullable<Parameters<FieldElementProps<FormValues, string>['ref']>[0]>

export type Bound = {
  value: Value
  /** Words, or nothing. */
  error: string | undefined
  /** name, ref, onChange, onBlur for the input. */
  input: FieldElementProps<FormValues, string>
  /** For a control that is no input. */
  change: (next: Value) => void
}

export type FormFieldProps = {
  name: string
  type?: 'string' | 'boolean' | 'number' | 'string[]'
  /** Another field whose mistake may be mended by what is typed here. */
  rechecks?: string | undefined
  /** Is given the input, beside the form. */
  inputRef?: RefObject<FormInput | null> | undefined
  children: (bound: Bound) => ReactNode
}

/** Ties one value of the form to whatever `children` draws; the way in for a control of your own. */
export function FormField({ name, type = 'string', children, ...rest }: FormFieldProps) {
  const store = useFormStore()
  return (
    <StoreField of={store} name={name} type={type as never}>
      {(field, input) => <Leaf field={field} input={input} draw={children} {...rest} />}
    </StoreField>
  )
}

type LeafProps = {
  field: FieldStore<FormValues, string>
  input: FieldElementProps<FormValues, string>
  draw: FormFieldProps['children']
} & Pick<FormFieldProps, 'rechecks' | 'inputRef'>

/** The one place that reads signals, so that a key stroke renders one field and not the form. */
function Leaf({ field, input, rechecks, inputRef, draw }: LeafProps) {
  useSignals()
  const store = useFormStore()
  const language = useLanguage()
  const message = field.error.value
  // The form takes an element anew whenever it is given another callback.
  const ref = useMemo(() => (inputRef ? joinRefs(inputRef, input.ref) : input.ref), [inputRef, input.ref])

  /** Passing through an empty field on the way to another is no mistake yet. */
  function handleBlur(event: FocusEvent<HTMLInputElement>) {
    if (field.dirty.peek() || message || store.submitted.peek()) input.onBlur(event)
  }
  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    input.onChange(event)
    const other = rechecks === undefined ? undefined : store.internal.fields[rechecks]
    if (rechecks !== undefined && other?.error.peek()) void validate(store, rechecks, { shouldFocus: false })
  }
  return draw({
    value: field.value.value,
    error: message ? describeFieldMessage(message, language) : undefined,
    change: (next) => setValue(store, field.name, next, { shouldFocus: false }),
    input: {
      ...input,
      ref,
      onBlur: handleBlur as typeof input.onBlur,
      onChange: handleChange as typeof input.onChange,
    },
  })
}
