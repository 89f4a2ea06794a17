import { type FormStore, focus, getValues, reset, setError, setResponse, setValue, useForm } from '@modular-forms/react'
import { useState } from 'react'
import { type GenericSchema, getDotPath, type InferInput, type InferOutput, safeParse } from 'valibot'

export type FormValues = Record<string, string | boolean | number | string[] | undefined>
export type Store = FormStore<FormValues>

export type AppForm<Schema extends GenericSchema = GenericSchema> = {
  schema: Schema
  store: Store
  /** Returns the values as typed, not parsed; not reactive. */
  values: () => InferInput<Schema>
  /** Shows message keys or server texts on their fields and focuses the first; others go to `<FormError>`. */
  setFieldErrors: (fields: Record<string, string[]>) => void
  /** Shows a message in `<FormError>`; an empty text removes it. */
  setFormError: (text: string) => void
  /** Sets the value of a field as if it was typed. */
  fill: (name: string, value: string) => void
  /** Sets all values: the initial ones by default. */
  reset: (values?: FormValues) => void
}

/** The argument of `onSubmit`: the values after parsing. */
export type Submitted<Form> = Form extends AppForm<infer Schema> ? InferOutput<Schema> : never

/**
 * Creates a form checked by a Valibot object schema whose messages are keys of the contract's field messages. `initial`
 * has every field's initial value and is read once. A field is validated on blur, and on input while it has an error;
 * with `checked: 'on submit'` only on submit.
 */
export function useAppForm<Schema extends GenericSchema>(
  schema: Schema,
  initial: FormValues,
  { checked = 'on blur' }: { checked?: 'on blur' | 'on submit' } = {},
): AppForm<Schema> {
  const [first] = useState(initial)
  const [store] = useForm<FormValues>({
    initialValues: first,
    validate: (values) => findMistakes(schema, { ...first, ...values }),
    validateOn: checked === 'on blur' ? 'blur' : 'submit',
    revalidateOn: checked === 'on blur' ? 'change' : 'submit',
  })
  const [form] = useState(() => makeForm(schema, store, first))
  return form
}

/** Returns each field's first message. Checks all fields, so that comparing two works while a third is invalid. */
function findMistakes(schema: GenericSchema, values: FormValues): Record<string, string> {
  const found: Record<string, string> = {}
  for (const issue of safeParse(schema, values).issues ?? []) {
    const name = getDotPath(issue)
    if (name !== null) found[name] ??= issue.message
  }
  return found
}

function makeForm<Schema extends GenericSchema>(schema: Schema, store: Store, first: FormValues): AppForm<Schema> {
  const setFormError = (message: string) => setResponse(store, message ? { status: 'error', message } : {})
  return {
    schema,
    store,
    values: () => ({ ...first, ...getValues(store, { peek: true }) }),
    setFormError,
    fill: (name, value) => setValue(store, name, value),
    reset: (values = first) => reset(store, { initialValues: values }),
    setFieldErrors(fields) {
      const known = Object.entries(fields).filter(([name]) => store.internal.fields[name])
      const elsewhere = Object.entries(fields).filter(([name]) => !store.internal.fields[name])
      for (const [name, [message]] of known) setError(store, name, message ?? 'invalid', { shouldFocus: false })
      const first = store.internal.fieldNames.peek().find((name) => Object.hasOwn(fields, name))
      if (first !== undefined) focus(store, first)
      setFormError(elsewhere.map(([, messages]) => messages[0]).join(' '))
    },
  }
}
