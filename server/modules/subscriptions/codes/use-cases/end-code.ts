import type { PromotionCode } from '#contract/objects/promotion-code.ts'
import type { RecordAudit } from '../../../../lib/audit-actions.ts'
import { isoTime } from '../../../../lib/time.ts'
import { PaymentsRefused, PaymentsUnreachable } from '../../../../providers/payments/payments.ts'
import type { BillingDeps } from '../../billing.deps.ts'
import { codeHasEnded, codeNotFound } from '../promotion-codes.errors.ts'
import { toPromotionCode } from '../promotion-codes.mappers.ts'
import { findCode, findCouponId } from '../promotion-codes.repository.ts'

/**
 * Ends a code. The row decides whether a code can be used, so a processor that cannot be reached does not delay the
 * end. Throws `not_found`, and `conflict` for one that has been ended.
 */
export async function endCode(deps: BillingDeps, id: number, record: RecordAudit): Promise<PromotionCode> {
  const { db, now, log, payments } = deps
  await db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable('promotion_codes')
      .set({ ended_at: isoTime(now()) })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (ended === undefined) throw (await findCode(trx, { id })) === undefined ? codeNotFound() : codeHasEnded()
    await record(trx, { details: { code: id } })
  })
  const row = await findCode(db, { id })
  if (row === undefined) throw codeNotFound()
  const couponId = await findCouponId(db, id, payments.kind)
  if (couponId !== undefined) {
    await payments.endCoupon(couponId).catch((error: unknown) => {
      if (!(error instanceof PaymentsUnreachable || error instanceof PaymentsRefused)) throw error
      log.warn({ err: error, code: id }, 'the coupon of an ended code could not be ended at the payment processor')
    })
  }
  return toPromotionCode(row, now())
}
