import type { PromotionCode, PromotionCodeInput } from '#contract/objects/promotion-code.ts'
import { isUniqueViolation } from '../../../../db/errors/unique-violation.ts'
import type { RecordAudit } from '../../../../lib/audit-actions.ts'
import { fieldError } from '../../../../lib/errors.ts'
import { isoTime } from '../../../../lib/time.ts'
import { PaymentsRefused, PaymentsUnreachable } from '../../../../providers/payments/payments.ts'
import { minorUnitsOf } from '../../../../providers/payments/price-parts.ts'
import { listOwnPlans } from '../../../plans/plans.repository.ts'
import type { BillingDeps } from '../../billing.deps.ts'
import { ensureCoupon } from '../../checkout/ensure-coupon.ts'
import { codeTaken } from '../promotion-codes.errors.ts'
import { toPromotionCode } from '../promotion-codes.mappers.ts'
import type { CodeRow } from '../promotion-codes.repository.ts'

/**
 * Creates a code, and its coupon at the processor. While the processor cannot be reached the coupon is made with the
 * first purchase. Throws the errors of fields, also for a code that exists here or at the processor.
 */
export async function createCode(
  deps: BillingDeps,
  input: PromotionCodeInput,
  record: RecordAudit,
): Promise<PromotionCode> {
  const { db, now, log } = deps
  await requireConsistent(deps, input)
  const code = await insert(deps, input)
  if (code.kind === 'discount') {
    await ensureCoupon(deps, code).catch(async (error: unknown) => {
      if (error instanceof PaymentsUnreachable) {
        log.warn({ err: error, code: code.id }, 'the coupon of a code could not be made; its first purchase makes it')
        return
      }
      await db.deleteFrom('promotion_codes').where('id', '=', code.id).execute()
      throw error instanceof PaymentsRefused ? codeTaken() : error
    })
  }
  const { kind, percent_off, amount_off, currency } = code
  await record(db, { details: { code: code.id, kind, percent_off, amount_off, currency } })
  return toPromotionCode(code, now())
}

/** Checks the fields that depend on each other. Throws an error of the field that is missing or does not fit. */
async function requireConsistent({ db, now }: BillingDeps, input: PromotionCodeInput): Promise<void> {
  const { kind, percent_off, amount_off, currency, duration, duration_months, plan_ids, expires_at } = input
  const needsMonths = kind === 'gift' || duration === 'repeating'
  if (needsMonths && duration_months === null) throw fieldError('duration_months', 'months_range')
  if (kind === 'discount') {
    if ((percent_off === null) === (amount_off === null)) throw fieldError('percent_off', 'discount_required')
    if (amount_off !== null && minorUnitsOf(amount_off) === 0) throw fieldError('amount_off', 'amount_positive')
    if (amount_off !== null && currency === null) throw fieldError('currency', 'currency_required')
  }
  if (expires_at !== null && Date.parse(expires_at) <= now()) throw fieldError('expires_at', 'date_past')
  const sold = new Set((await listOwnPlans(db)).filter(({ price }) => price !== '0.00').map(({ id }) => id))
  const isKnown = plan_ids.every((id) => sold.has(id))
  if (kind === 'gift' && plan_ids.length !== 1) throw fieldError('plan_ids', 'gift_plan')
  if (!isKnown) throw fieldError('plan_ids', 'plan_not_given')
}

async function insert({ db, now }: BillingDeps, input: PromotionCodeInput): Promise<CodeRow> {
  const { code, kind, duration, redemptions_max, once_per_user, plan_ids, expires_at } = input
  const isGift = kind === 'gift'
  const amount_off = isGift || input.amount_off === null ? null : minorUnitsOf(input.amount_off)
  const hasMonths = isGift || duration === 'repeating'
  return db
    .insertInto('promotion_codes')
    .values({
      code,
      kind,
      percent_off: isGift ? null : input.percent_off,
      amount_off,
      currency: amount_off === null ? null : input.currency,
      duration: isGift ? 'repeating' : duration,
      duration_months: hasMonths ? input.duration_months : null,
      redemptions_max,
      once_per_user: once_per_user ? 1 : 0,
      plan_ids: JSON.stringify(plan_ids),
      expires_at: expires_at === null ? null : isoTime(Date.parse(expires_at)),
      created_at: isoTime(now()),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? codeTaken() : error
    })
}
