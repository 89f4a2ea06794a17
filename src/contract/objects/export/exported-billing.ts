import * as v from 'valibot'
import { Count, Id, Timestamp } from '../../primitives.ts'
import { Currency } from '../plan.ts'
import { BillingMailKind } from '../timeline.ts'

const made = { created_at: Timestamp }
const changed = { ...made, updated_at: Timestamp }

/** What a user was billed, and the mails about it, in the export of the account. */
export const exportedBilling = {
  /** Amounts are in minor units of the currency. */
  invoices: v.array(
    v.strictObject({
      id: Id,
      source: v.string(),
      source_id: v.string(),
      subscription_source_id: v.nullable(v.string()),
      description: v.string(),
      total: Count,
      tax: Count,
      refunded: Count,
      currency: Currency,
      status: v.picklist(['paid', 'open', 'failed']),
      reason: v.nullable(v.picklist(['purchase', 'renewal', 'change', 'other'])),
      next_attempt_at: v.nullable(Timestamp),
      receipt_url: v.nullable(v.string()),
      paid_at: v.nullable(Timestamp),
      ...changed,
    }),
  ),
  /** Attempts to charge an invoice that failed. */
  payment_failures: v.array(v.strictObject({ id: Id, invoice_id: Id, source_id: v.string(), failed_at: Timestamp })),
  refunds: v.array(
    v.strictObject({
      id: Id,
      invoice_id: v.nullable(Id),
      amount: Count,
      currency: Currency,
      reason: v.string(),
      status: v.picklist(['pending', 'done', 'failed']),
      source: v.string(),
      source_id: v.nullable(v.string()),
      ...changed,
    }),
  ),
  billing_mails: v.array(
    v.strictObject({
      id: Id,
      kind: BillingMailKind,
      subscription_id: v.nullable(Id),
      invoice_id: v.nullable(Id),
      terms_id: v.nullable(Id),
      amount: v.nullable(Count),
      status: v.picklist(['waiting', 'sending', 'sent', 'failed', 'dropped']),
      attempts: Count,
      due_at: v.nullable(Timestamp),
      sent_at: v.nullable(Timestamp),
      ...made,
    }),
  ),
}
