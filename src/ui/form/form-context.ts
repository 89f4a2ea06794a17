import { createContext, type RefObject, useContext } from 'react'
import type { Store } from './app-form.ts'

export const FormContext = createContext<Store | null>(null)

/** Provided by a dialog around a form: whether the form is being submitted. */
export const SendingContext = createContext<RefObject<boolean> | null>(null)

export function useFormStore(): Store {
  const store = useContext(FormContext)
  if (!store) throw new Error('A form field stands outside of <Form>')
  return store
}
