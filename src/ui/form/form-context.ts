import { createContext, type RefObject, useContext } from 'react'
import type { Store } from './app-form.ts'

export const FormContext = createContext<Store | null>(null)

/** Of the dialog that a form stands in: whether the form is being sent. */
export const SendingContext = createContext<RefObject<boolean> | null>(null)

/** The form that a field stands in. */
export function useFormStore(): Store {
  const store = useContext(FormContext)
  if (!store) throw new Error('A form field stands outside of <Form>')
  return store
}
