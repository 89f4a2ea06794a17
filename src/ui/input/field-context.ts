import { createContext, useContext } from 'react'

/** The ids that connect a control to its label, description and error. */
export type FieldTies = {
  id: string
  labelId: string
  describedBy: string | undefined
  invalid: boolean
}

export const FieldContext = createContext<FieldTies | null>(null)

/** Returns the props for the control inside a `Field`; none outside of one. */
export function useFieldTies() {
  const ties = useContext(FieldContext)
  if (!ties) return {}
  return {
    id: ties.id,
    ...(ties.describedBy ? { 'aria-describedby': ties.describedBy } : {}),
    ...(ties.invalid ? { 'aria-invalid': true as const } : {}),
  }
}

/** Returns the label's id, for controls that `<label for>` cannot name, such as a select's button. */
export function useFieldLabelId(): string | undefined {
  return useContext(FieldContext)?.labelId
}
