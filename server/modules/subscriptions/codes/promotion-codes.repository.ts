import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import type { PromotionCodesTable } from '../../../db/schema/schema-payments.ts'
import { isoTime } from '../../../lib/time.ts'
import { minorUnitsOf, reduced } from '../../../providers/payments/price-parts.ts'
import { type PlanRow, planIdsOf } from '../../plans/plans.mappers.ts'
import {
  codeEnded,
  codeOfOtherCurrency,
  codeOfOtherPlan,
  codeOverPrice,
  codeUnknown,
  codeUsed,
  codeUsedUp,
} from './promotion-codes.errors.ts'

export type CodeRow = Selectable<PromotionCodesTable>

/** The smallest charge of payment processors, in minor units. */
const CHARGE_MIN = 50

const isForPlan = (code: Pick<CodeRow, 'plan_ids'>, planId: number): boolean => {
  const ids = planIdsOf(code)
  return ids.length === 0 || ids.includes(planId)
}

/** Whether a discount leaves less of a price than the smallest charge. */
const isOverPrice = (code: Pick<CodeRow, 'percent_off' | 'amount_off'>, price: string): boolean =>
  reduced(minorUnitsOf(price), code) < CHARGE_MIN

/** Whether the discount of a subscription goes on with another plan: it is for it, and leaves enough to be charged. */
export const keepsDiscount = (code: CodeRow, { id, price }: { id: number; price: string }): boolean =>
  isForPlan(code, id) && !isOverPrice(code, price)

export function findCode(db: Kysely<Database>, by: { id: number } | { code: string }): Promise<CodeRow | undefined> {
  const codes = db.selectFrom('promotion_codes').selectAll()
  const one = 'id' in by ? codes.where('id', '=', by.id) : codes.where('code', '=', by.code)
  return one.executeTakeFirst()
}

/** Reads and locks a code, so that the number of its uses cannot change until the transaction ends. */
export function lockCode(trx: Kysely<Database>, code: string): Promise<CodeRow | undefined> {
  return trx
    .updateTable('promotion_codes')
    .set((eb) => ({ redeemed: eb.ref('redeemed') }))
    .where('code', '=', code)
    .returningAll()
    .executeTakeFirst()
}

interface Use {
  userId: number
  plan: PlanRow
  now: number
}

/**
 * Throws the reason why a user cannot use a code for a plan, as an error of the field `code`. Purchases that are open
 * count as uses, so that a code is never used more often than it may be; the user's own is replaced.
 */
export async function requireUsable(
  db: Kysely<Database>,
  code: CodeRow | undefined,
  { userId, plan, now }: Use,
): Promise<CodeRow> {
  if (code === undefined) throw codeUnknown()
  const time = isoTime(now)
  if (code.ended_at !== null || (code.expires_at !== null && code.expires_at <= time)) throw codeEnded()
  if (plan.price === '0.00' || !isForPlan(code, plan.id)) throw codeOfOtherPlan()
  if (code.currency !== null && code.currency !== plan.currency) throw codeOfOtherCurrency()
  const uses = db.selectFrom('checkouts').select('user_id').where('code_id', '=', code.id)
  if (code.once_per_user === 1) {
    const own = uses.where('user_id', '=', userId).where('status', '=', 'complete')
    if ((await own.executeTakeFirst()) !== undefined) throw codeUsed()
  }
  if (code.redemptions_max !== null) {
    const open = await uses.where('user_id', '!=', userId).where('status', '=', 'open').execute()
    if (code.redeemed + open.length >= code.redemptions_max) throw codeUsedUp()
  }
  if (code.kind === 'discount' && isOverPrice(code, plan.price)) throw codeOverPrice()
  return code
}

export async function countRedemption(trx: Kysely<Database>, id: number): Promise<void> {
  await trx
    .updateTable('promotion_codes')
    .set((eb) => ({ redeemed: eb('redeemed', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** The code of which the processor has a coupon. */
export async function findCodeOfCoupon(
  db: Kysely<Database>,
  { source, coupon }: { source: string; coupon: string },
): Promise<number | null> {
  const row = await db
    .selectFrom('payment_coupons')
    .select('code_id')
    .where('coupon_id', '=', coupon)
    .where('source', '=', source)
    .executeTakeFirst()
  return row?.code_id ?? null
}

export function findCodes(db: Kysely<Database>, ids: readonly number[]): Promise<CodeRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  return db.selectFrom('promotion_codes').selectAll().where('id', 'in', ids).execute()
}

/** The id that a payment processor gave to the coupon of a code; undefined when it has none. */
export async function findCouponId(db: Kysely<Database>, codeId: number, source: string): Promise<string | undefined> {
  const coupon = await db
    .selectFrom('payment_coupons')
    .select('coupon_id')
    .where('code_id', '=', codeId)
    .where('source', '=', source)
    .executeTakeFirst()
  return coupon?.coupon_id
}
