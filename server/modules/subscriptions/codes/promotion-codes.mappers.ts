import * as v from 'valibot'
import { Currency } from '#contract/objects/plan.ts'
import type { PromotionCode } from '#contract/objects/promotion-code.ts'
import { isoTime } from '../../../lib/time.ts'
import { decimalOf } from '../../../providers/payments/price-parts.ts'
import { planIdsOf } from '../../plans/plans.mappers.ts'
import type { CodeRow } from './promotion-codes.repository.ts'

/** `now` in milliseconds since 1970. */
export function toPromotionCode(row: CodeRow, now: number): PromotionCode {
  const { amount_off, currency, redemptions_max, redeemed, expires_at, ended_at } = row
  const isUsedUp = redemptions_max !== null && redeemed >= redemptions_max
  return {
    id: row.id,
    code: row.code,
    kind: row.kind,
    percent_off: row.percent_off,
    amount_off: amount_off === null ? null : decimalOf(amount_off),
    currency: currency === null ? null : v.parse(Currency, currency),
    duration: row.duration,
    duration_months: row.duration_months,
    redemptions_max,
    redeemed,
    once_per_user: row.once_per_user === 1,
    plan_ids: planIdsOf(row),
    expires_at,
    ended_at,
    is_active: ended_at === null && !isUsedUp && (expires_at === null || expires_at > isoTime(now)),
    created_at: row.created_at,
  }
}
