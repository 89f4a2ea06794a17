import { isForeignKeyViolation } from '../../../db/errors/foreign-key-violation.ts'
import { isoTime } from '../../../lib/time.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { findCustomer, findPayer } from '../customers.repository.ts'

/**
 * The user's customer id at the payment processor. The customer is created at the first purchase, and again in place of
 * one that the processor no longer has or has just `rejected`.
 */
export async function ensureCustomer(
  { db, payments, now }: BillingDeps,
  userId: number,
  rejected?: string,
): Promise<string> {
  const known = await findCustomer(db, payments.kind, { userId })
  if (known !== undefined && known.gone_at === null && known.customer_id !== rejected) return known.customer_id
  const gone = known?.customer_id
  const payer = await findPayer(db, userId)
  if (payer === undefined) throw new Error(`person ${userId} is gone`)
  const customer = await payments.createCustomer({ userId, ...payer, ...(gone && { instead: gone }) })
  try {
    const row = { user_id: userId, source: payments.kind, customer_id: customer, asked: 0, applied: 0 }
    await db
      .insertInto('payment_customers')
      .values({ ...row, synced_at: null, ask_at: null, created_at: isoTime(now()) })
      .onConflict((first) =>
        first
          .columns(['user_id', 'source'])
          .doUpdateSet({ customer_id: customer, gone_at: null })
          .where('payment_customers.customer_id', '=', gone ?? ''),
      )
      .execute()
  } catch (error) {
    // The user was deleted in between, so the customer is deleted too.
    if (isForeignKeyViolation(error)) await payments.removeCustomer(customer)
    throw error
  }
  return (await findCustomer(db, payments.kind, { userId }))?.customer_id ?? customer
}
