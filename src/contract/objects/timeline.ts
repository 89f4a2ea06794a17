import * as v from 'valibot'
import { Id, Price, Timestamp } from '../primitives.ts'
import { AuditEntry } from './admin/audit-entry.ts'
import { Currency } from './plan.ts'

/** What a mail about money reports. */
export const BillingMailKind = v.picklist([
  'purchase',
  'renewal',
  'renewal_ahead',
  'payment_failed',
  'payment_failed_last',
  'trial_ending',
  'cancelled',
  'plan_changed',
  'refund',
  'refund_failed',
])
export type BillingMailKind = v.InferOutput<typeof BillingMailKind>

const money = { at: Timestamp, amount: Price, currency: Currency }

/** Something that happened to a user's account or money. */
export const TimelineEntry = v.variant('kind', [
  v.object({
    kind: v.literal('charge'),
    id: Id,
    ...money,
    description: v.string(),
    /** What can still be refunded. */
    refundable: Price,
    receipt_url: v.nullable(v.string()),
  }),
  v.object({ kind: v.literal('failure'), id: Id, ...money, description: v.string() }),
  v.object({
    kind: v.literal('refund'),
    id: Id,
    ...money,
    description: v.string(),
    reason: v.string(),
    /** `failed`: the processor refused it; `returned`: it was made, and the bank has sent it back since. */
    status: v.picklist(['pending', 'done', 'failed', 'returned']),
    /** Null for an admin who was deleted. */
    actor_name: v.nullable(v.string()),
  }),
  /** A refund made at the payment processor itself, or before this server kept refunds; `at`: when it was noticed. */
  v.object({ kind: v.literal('refund_elsewhere'), id: Id, ...money, description: v.string() }),
  /** A mail about money that a mail server has accepted. */
  v.object({ kind: v.literal('mail'), id: Id, at: Timestamp, mail: BillingMailKind }),
  v.object({ kind: v.literal('deed'), id: Id, at: Timestamp, entry: AuditEntry }),
])
export type TimelineEntry = v.InferOutput<typeof TimelineEntry>
