import type { Kysely } from 'kysely'
import type { Database } from '../db/schema/schema.ts'

/** What is recorded of admins and providers, and of `npm run admin:create`. */
export const auditActions = [
  'admin.made',
  'admin.promoted',
  'user.created',
  'user.viewed',
  'user.changed',
  'user.deleted',
  'user.signed_out',
  'plan.created',
  'plan.changed',
  'plan.deleted',
  'subscription.granted',
  'users.exported',
  'subscriptions.exported',
  'validators.viewed',
] as const
export type AuditAction = (typeof auditActions)[number]

/** `nothing` is for lists that name nobody in particular; a call that writes cannot say it. */
export type AuditDeclaration = AuditAction | 'nothing'

export interface NewAuditEntry {
  subject?: { kind: 'user' | 'plan' | 'subscription'; id: number }
  /** Names of fields, ids of plans, counts: never what a user is called or has written. It is kept for ever. */
  details?: Readonly<Record<string, string | number | boolean | null | readonly string[]>>
  /** Left out when this deed was the last that is on record of this user and subject, so many milliseconds ago at most. */
  onceWithinMs?: number
}

/** Writes the line of this call. Give it the transaction that does the thing, so that both happen or neither. */
export type RecordAudit = (db: Kysely<Database>, entry: NewAuditEntry) => Promise<void>
