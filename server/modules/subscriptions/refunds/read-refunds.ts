import { DAY_MS, isoTime } from '../../../lib/time.ts'
import { PaymentsRefused } from '../../../providers/payments/payments.ts'
import type { BillingDeps } from '../billing.deps.ts'

/** A bank sends a refund back within weeks. */
const DOUBTFUL_DAYS = 60

export interface ReadRefunds {
  /** The ids of those that were made and have failed since. */
  failed: number[]
  /** Whether others can still fail. */
  mayFail: boolean
}

/** Asks the processor what became of a user's refunds. */
export async function readRefunds({ db, now, payments }: BillingDeps, userId: number): Promise<ReadRefunds> {
  const made = await db
    .selectFrom('refunds')
    .select(['id', 'source_id'])
    .where('user_id', '=', userId)
    .where('source', '=', payments.kind)
    .where('status', '=', 'done')
    .where('created_at', '>', isoTime(now() - DOUBTFUL_DAYS * DAY_MS))
    .execute()
  const failed: number[] = []
  for (const { id, source_id } of made) {
    if (source_id !== null && (await hasFailed(payments, source_id))) failed.push(id)
  }
  return { failed, mayFail: made.length > failed.length }
}

/** False also when the processor refuses to read the refund, for example one that was made with another account. */
async function hasFailed(payments: BillingDeps['payments'], id: string): Promise<boolean> {
  try {
    return await payments.hasRefundFailed(id)
  } catch (error) {
    if (error instanceof PaymentsRefused) return false
    throw error
  }
}
