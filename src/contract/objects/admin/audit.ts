import * as v from 'valibot'
import { Count, Id, IdParam, says, Timestamp } from '../../primitives.ts'

/** What an entry is about, by the first part of its action. */
export const auditKinds = [
  'accounts',
  'payments',
  'plans',
  'newsletter',
  'ratings',
  'reports',
  'models',
  'legal',
  'audit',
] as const
export const AuditKind = v.picklist(auditKinds, says('invalid'))
export type AuditKind = v.InferOutput<typeof AuditKind>

/** The filter of the audit log's entries. */
export const AuditSelection = v.object({
  /** Words in the names, email and username of the actor or the subject. */
  search: v.optional(v.pipe(v.string(), v.maxLength(200, says('too_long')))),
  kind: v.optional(AuditKind),
  actor: v.optional(IdParam),
  /** Only entries in which this user is the actor or the subject. */
  user_id: v.optional(IdParam),
  /** Only views of this user's page. */
  viewed: v.optional(IdParam),
  from: v.optional(Timestamp),
  /** Exclusive. */
  until: v.optional(Timestamp),
})
export type AuditSelection = v.InferOutput<typeof AuditSelection>

/** What a check of the audit log's hash chain found. */
export const AuditChain = v.object({
  /** How many entries from the first on are as they were written. */
  checked: Count,
  /** The last of these; its hash stands for all before it. */
  last: v.nullable(v.object({ position: Count, entry: Id, at: Timestamp, hash: v.string() })),
  /** The first entry, by its position, that was removed or changed. */
  broken: v.nullable(v.object({ position: Count, problem: v.picklist(['missing', 'changed']) })),
  /** Entries that wait for being chained. */
  unchained: Count,
})
export type AuditChain = v.InferOutput<typeof AuditChain>
