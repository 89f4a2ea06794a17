import type { Kysely } from 'kysely'
import type { Database } from '../db/schema/schema.ts'

/**
 * Recorded actions of admins and providers, of the programs for them (`admin:create`, `admin:reset-factors`), and gifts
 * that the server gives for a code.
 */
export const auditActions = [
  'admin.made',
  'admin.promoted',
  'users.listed',
  'user.created',
  'user.viewed',
  'user.changed',
  'user.deleted',
  'user.signed_out',
  'user.suspended',
  'user.suspension_lifted',
  'user.password_reset',
  'user.factor_removed',
  'totp.added',
  'totp.removed',
  'passkey.added',
  'passkey.removed',
  'plan.created',
  'plan.changed',
  'plan.deleted',
  'plan.restored',
  'subscription.granted',
  'subscription.cancelled',
  'subscription.extended',
  'grant.changed',
  'payment.refunded',
  'code.created',
  'code.ended',
  'code.redeemed',
  'users.exported',
  'subscriptions.exported',
  'recipients.exported',
  'audit.exported',
  'validators.viewed',
  'validator.accepted',
  'validator.ended',
  'model.switched',
  'judge.tried',
  'judge.stopped',
  'report.viewed',
  'report.changed',
  'report.replied',
  'exchange.viewed',
  'exchange.dismissed',
  'exchange.withdrawn',
  'newsletter.created',
  'newsletter.changed',
  'newsletter.deleted',
  'newsletter.tested',
  'newsletter.scheduled',
  'newsletter.paused',
  'newsletter.resumed',
  'newsletter.stopped',
  'newsletter.recipients_viewed',
  'newsletter.resent',
  'newsletter.image_added',
  'legal.changed',
  'legal.published',
] as const
export type AuditAction = (typeof auditActions)[number]

/** `nothing` is for reads that show no particular user; a call that writes cannot declare it. */
export type AuditDeclaration = AuditAction | 'nothing'

export interface NewAuditEntry {
  subject?: { kind: 'user' | 'plan' | 'subscription'; id: number }
  /** Field names, ids of plans, counts; never names or texts of users, because entries are never deleted. */
  details?: Readonly<Record<string, string | number | boolean | null | readonly string[]>>
  /**
   * Skips the entry when the latest one of this user and subject (without one: with these details) has the same action
   * and is at most this old.
   */
  onceWithinMs?: number
  /** Skips the entry when one of this action and subject with the same details is as late as this (ISO 8601). */
  onceSince?: string
  /** The first of these calls has left the entry, and this repeat leaves no other. */
  isRecorded?: boolean
}

/** Writes this call's audit entry. Pass the transaction of the change, so that both are committed or neither. */
export type RecordAudit = (db: Kysely<Database>, entry: NewAuditEntry) => Promise<void>
