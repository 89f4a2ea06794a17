import { type FieldElementProps, type FieldStore, Field as StoreField, setValue, validate } from '@modular-forms/react'
import { useSignals } from '@preact/signals-react/runtime'
import { type ChangeEvent, type FocusEvent, type ReactNode, type RefObject, useMemo } from 'react'
import { describeFieldMessage } from '#i18n/describe-error.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { joinRefs } from '../join-refs.ts'
import type { FormValues } from './app-form.ts'
import { useFormStore } from './form-context.ts'

type Value = FormValues[string]

type FormInput = NonNullable<Parameters<FieldElementProps<FormValues, string>['ref']>[0]>

type Bound = {
  value: Value
  error: string | undefined
  /** The props name, ref, onChange and onBlur for an input. */
  input: FieldElementProps<FormValues, string>
  /** Sets the value of a control that is not an input. */
  change: (next: Value) => void
}

export type FormFieldProps = {
  name: string
  type?: 'string' | 'boolean' | 'number' | 'string[]'
  /** The name of another field to validate again on input here. */
  rechecks?: string | undefined
  /** A second ref for the input, besides the form's. */
  inputRef?: RefObject<FormInput | null> | undefined
  children: (bound: Bound) => ReactNode
}

/** Binds one value of the form to the control that `children` renders. */
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

/** Only this component reads signals, so that a keystroke renders one field and not the form. */
function Leaf({ field, input, rechecks, inputRef, draw }: LeafProps) {
  useSignals()
  const store = useFormStore()
  const language = useLanguage()
  const message = field.error.value
  // Memoised, because the form registers the element again for each new callback.
  const ref = useMemo(() => (inputRef ? joinRefs(inputRef, input.ref) : input.ref), [inputRef, input.ref])

  /** Before the first submit, leaving a field with its initial value does not validate it. */
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
