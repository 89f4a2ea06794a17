import { getValues, setResponse, setValue, validate } from '@modular-forms/react'
import { type ComponentProps, type FormEvent, useContext, useRef } from 'react'
import { type GenericSchema, type InferOutput, parse } from 'valibot'
import { describeFailure, failedFields } from '#i18n/describe-error.ts'
import { currentLanguage } from '#i18n/i18n.ts'
import type { AppForm, Store } from './app-form.ts'
import styles from './form.module.css'
import { FormContext, SendingContext } from './form-context.ts'

/** `className` replaces the default layout in one column. */
type FormProps<Schema extends GenericSchema> = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  of: AppForm<Schema>
  /**
   * Called once for each valid submit with the parsed values; not again while its promise is pending. Errors are shown:
   * those that name fields on the fields, others in `<FormError>`.
   */
  onSubmit: (values: InferOutput<Schema>) => Promise<unknown> | unknown
}

export function Form<Schema extends GenericSchema>(props: FormProps<Schema>) {
  const { of: form, onSubmit, className = styles.form, children, ...native } = props
  const { store } = form
  const alone = useRef(false)
  const running = useContext(SendingContext) ?? alone

  async function submit(event: FormEvent) {
    event.preventDefault()
    // React bubbles the event of a form in a dialog through the dialog's portal, to a form around its button.
    event.stopPropagation()
    if (running.current) return
    running.current = true
    store.submitted.value = true
    store.submitting.value = true
    setResponse(store, {})
    takeAutofilled(store)
    try {
      if (await validate(store)) await onSubmit(parse(form.schema, form.values()))
    } catch (error) {
      const fields = failedFields(error)
      if (Object.keys(fields).length > 0) form.setFieldErrors(fields)
      else form.setFormError(describeFailure(error, currentLanguage()))
    } finally {
      running.current = false
      store.submitting.value = false
    }
  }
  return (
    <form noValidate {...native} className={className} onSubmit={submit}>
      <FormContext value={store}>{children}</FormContext>
    </form>
  )
}

/** Some password managers fill inputs without an event, so the values are read from the DOM. */
function takeAutofilled(store: Store) {
  const values = getValues(store, { peek: true })
  for (const name of store.internal.fieldNames.peek()) {
    const element = store.internal.fields[name]?.elements.peek()[0]
    const typed = typeof values[name] === 'string' || values[name] === undefined
    if (!typed || !(element instanceof HTMLInputElement) || element.type === 'checkbox') continue
    if (element.value !== (values[name] ?? '')) setValue(store, name, element.value, { shouldValidate: false })
  }
}
