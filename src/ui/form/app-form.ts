import { type FormStore, focus, getValues, setError, setResponse, useForm, valiForm } from '@modular-forms/react'
import { useState } from 'react'
import type { GenericSchema, InferInput, InferOutput } from 'valibot'

/** What a form may hold: text, flags, numbers, lists of text. */
export type FormValues = Record<string, string | boolean | number | string[] | undefined>
export type Store = FormStore<FormValues>

export type AppForm<Schema extends GenericSchema = GenericSchema> = {
  schema: Schema
  store: Store
  /** The values as typed, not parsed; not reactive. */
  values: () => InferInput<Schema>
  /** Puts message keys or the server's words on their fields and focuses the first; the rest goes to `<FormError>`. */
  setFieldErrors: (fields: Record<string, string[]>) => void
  /** Said by `<FormError>`. Empty text takes it away. */
  setFormError: (text: string) => void
}

/** What `onSubmit` is given: the values as the schema leaves them. */
export type Submitted<Form> = Form extends AppForm<infer Schema> ? InferOutput<Schema> : never

/**
 * A form checked by a Valibot object schema whose messages are keys of the contract's field messages.
 * `initial` gives every field its first value and is read once.
 */
export function useAppForm<Schema extends GenericSchema>(schema: Schema, initial: FormValues): AppForm<Schema> {
  const [first] = useState(initial)
  const check = valiForm<FormValues>(schema)
  const [store] = useForm<FormValues>({
    initialValues: first,
    validate: (values) => check({ ...first, ...values }),
    validateOn: 'blur',
    revalidateOn: 'change',
  })
  const [form] = useState(() => makeForm(schema, store, first))
  return form
}

function makeForm<Schema extends GenericSchema>(schema: Schema, store: Store, first: FormValues): AppForm<Schema> {
  const setFormError = (message: string) => setResponse(store, message ? { status: 'error', message } : {})
  return {
    schema,
    store,
    values: () => ({ ...first, ...getValues(store, { peek: true }) }),
    setFormError,
    setFieldErrors(fields) {
      const known = Object.entries(fields).filter(([name]) => store.internal.fields[name])
      const elsewhere = Object.entries(fields).filter(([name]) => !store.internal.fields[name])
      for (const [name, [message]] of known) setError(store, name, message ?? 'invalid', { shouldFocus: false })
      if (known[0]) focus(store, known[0][0])
      setFormError(elsewhere.map(([, messages]) => messages[0]).join(' '))
    },
  }
}
