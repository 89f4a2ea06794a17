import * as v from 'valibot'
import { Count, Timestamp } from '../../primitives.ts'

/** What the user still has to accept or to state, and what they have. */
export const Consents = v.object({
  /** The version of the terms; null: nothing. */
  terms: v.nullable(Count),
  /** The age in years; null: nothing. */
  minimum_age: v.nullable(Count),
  given: v.array(v.object({ statement: v.picklist(['terms', 'minimum_age']), version: Count, given_at: Timestamp })),
})
export type Consents = v.InferOutput<typeof Consents>
