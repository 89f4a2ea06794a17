import * as v from 'valibot'
import { Count, Id, Timestamp } from '../../primitives.ts'

export const ValidatorState = v.picklist(['volunteer', 'accepted', 'ended'])
export type ValidatorState = v.InferOutput<typeof ValidatorState>

/** A volunteer as admins see them. */
export const Validator = v.object({
  id: Id,
  name: v.string(),
  email: v.string(),
  created_at: Timestamp,
  state: ValidatorState,
  accepted_at: v.nullable(Timestamp),
  /** How many exchanges they have rated. */
  ratings: Count,
})
export type Validator = v.InferOutput<typeof Validator>
