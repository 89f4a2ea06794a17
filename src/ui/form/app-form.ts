import { type FormStore, focus, getValues, reset, setError, setResponse, useForm } from '@modular-forms/react'
import { useState } from 'react'
import { type GenericSchema, getDotPath, type InferInput, type InferOutput, safeParse } from 'valibot'

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
  /** Back to the first values, as if nothing had been typed. */
  reset: () => void
}

/** What `onSubmit` is given: the values as the schema leaves them. */
export type Submitted<Form> = Form extends AppForm<infer Schema> ? InferOutput<Schema> : never

/**
 * A form checked by a Valibot object schema whose messages are keys of the contract's field messages.
 * `initial` gives every field its first value and is read once. Fields are checked when they are left, and while a mistake
 * is mended; with `checked: 'on submit'` only when the form is sent.
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

/** The first message of each field. Two fields are compared also while a third is wrong, so nothing is cut short. */
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
    reset: () => reset(store, { initialValues: first }),
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
