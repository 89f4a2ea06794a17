import * as v from 'valibot'
import { Id, Price, Timestamp } from '../primitives.ts'
import { Currency } from './plan.ts'

/** What a user was billed, with tax. */
export const Invoice = v.object({
  id: Id,
  created_at: Timestamp,
  description: v.string(),
  amount: Price,
  tax: Price,
  currency: Currency,
  /**
   * `open`: not due yet, or the bank is carrying out the payment; `failed`: an attempt to pay has failed; `refunded`: the
   * whole amount was paid back.
   */
  status: v.picklist(['paid', 'open', 'failed', 'refunded']),
  refunded: Price,
  /** The processor's page with the receipt, or for paying what is open. */
  receipt_url: v.nullable(v.string()),
})
export type Invoice = v.InferOutput<typeof Invoice>
