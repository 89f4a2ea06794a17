import * as v from 'valibot'
import { Id, Timestamp } from '../../primitives.ts'

export const AuditEntry = v.object({
  id: Id,
  /** Null for the operator's command-line tools, and for a deleted user. */
  actor: v.nullable(Id),
  /** The actor's current name; null with `actor`. Never stored. */
  actor_name: v.nullable(v.string()),
  actor_kind: v.picklist(['admin', 'provider', 'operator']),
  action: v.string(),
  /** The id of the object that `subject_kind` names. */
  subject: v.nullable(v.string()),
  subject_kind: v.nullable(v.string()),
  /** The subject's current name: a user's name or email address, a plan's title; null if deleted. Never stored. */
  subject_name: v.nullable(v.string()),
  detail: v.record(v.string(), v.unknown()),
  created_at: Timestamp,
})
export type AuditEntry = v.InferOutput<typeof AuditEntry>
