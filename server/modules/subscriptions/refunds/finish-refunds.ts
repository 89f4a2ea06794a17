import { AppError } from '../../../lib/errors.ts'
import { isoTime } from '../../../lib/time.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { finishOrder } from './finish-order.ts'
import { findUnfinishedRefunds } from './refunds.repository.ts'

/** Longer than the request of an admin takes with all its retries. */
const AFTER_MS = 120_000
const BATCH = 50

/** Finishes the refunds whose result is unknown, because the processor was unreachable or the server stopped. */
export async function finishRefunds(deps: BillingDeps): Promise<void> {
  const { db, now, log, payments } = deps
  const before = isoTime(now() - AFTER_MS)
  for (const refund of await findUnfinishedRefunds(db, payments.kind, { before, limit: BATCH })) {
    try {
      await finishOrder(deps, refund)
    } catch (error) {
      // The others are tried too; one that was refused is marked and not tried again.
      const level = error instanceof AppError ? 'warn' : 'error'
      log[level]({ err: error, refund: refund.id }, 'a refund could not be finished')
    }
  }
}
