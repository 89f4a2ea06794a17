import type { StripeCharge, StripeRefund } from './stripe-objects.ts'

interface NewRefund {
  id: string
  created: number
  charge: StripeCharge
  amount: number
  metadata: Record<string, string>
}

export const newRefund = ({ id, created, charge, amount, metadata }: NewRefund): StripeRefund => ({
  id,
  object: 'refund',
  amount,
  balance_transaction: null,
  charge: charge.id,
  created,
  currency: charge.currency,
  customer: charge.customer,
  customer_account: null,
  destination_details: { card: { type: 'refund' }, type: 'card' },
  metadata,
  payment_intent: charge.payment_intent,
  payment_method: 'pm_card',
  reason: 'requested_by_customer',
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
})
