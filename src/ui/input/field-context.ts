import { createContext, useContext } from 'react'

/** What ties a control to the words around it. */
export type FieldTies = {
  id: string
  labelId: string
  describedBy: string | undefined
  invalid: boolean
}

export const FieldContext = createContext<FieldTies | null>(null)

/** Props for the control inside a `Field`; none outside of one. */
export function useFieldTies() {
  const ties = useContext(FieldContext)
  if (!ties) return {}
  return {
    id: ties.id,
    ...(ties.describedBy ? { 'aria-describedby': ties.describedBy } : {}),
    ...(ties.invalid ? { 'aria-invalid': true as const } : {}),
  }
}

/** For controls that a `<label for>` cannot name, such as a select's button. */
export function useFieldLabelId(): string | undefined {
  return useContext(FieldContext)?.labelId
}
