import * as v from 'valibot'
import { boundedArray, Count, Id, Price, says, Timestamp } from '../primitives.ts'
import { Currency } from './plan.ts'

/** Letters, digits and hyphens; upper case, so that one code has one form. */
export const GivenCode = v.pipe(
  v.string(says('code_required')),
  v.trim(),
  v.nonEmpty(says('code_required')),
  v.regex(/^[A-Za-z0-9-]{3,40}$/, says('code_format')),
  v.toUpperCase(),
)

/** How long a discount lasts: the first payment, some months, or as long as the subscription. */
export const codeDurations = ['once', 'repeating', 'forever'] as const
export const CodeDuration = v.picklist(codeDurations, says('invalid'))
export type CodeDuration = v.InferOutput<typeof CodeDuration>

/** `gift`: months of a plan without a payment, which end by themselves. */
export const codeKinds = ['discount', 'gift'] as const

const whole = (min: number, max: number, message: Parameters<typeof says>[0]) =>
  v.pipe(
    v.number(says(message)),
    v.integer(says(message)),
    v.minValue(min, says(message)),
    v.maxValue(max, says(message)),
  )

/** What an admin sets; which of the fields go together is checked by the server. */
export const PromotionCodeInput = v.object({
  code: GivenCode,
  kind: v.picklist(codeKinds, says('invalid')),
  /** A discount has either this or an amount in a currency. */
  percent_off: v.optional(v.nullable(whole(1, 99, 'percent_range')), null),
  amount_off: v.optional(v.nullable(Price), null),
  currency: v.optional(v.nullable(Currency), null),
  duration: v.optional(CodeDuration, 'once'),
  /** The length of a repeating discount or of a gift. */
  duration_months: v.optional(v.nullable(whole(1, 36, 'months_range')), null),
  /** Null: any number. */
  redemptions_max: v.optional(v.nullable(whole(1, 1_000_000, 'redemptions_range')), null),
  once_per_user: v.optional(v.boolean(says('invalid')), true),
  /** Empty: all plans with a price. A gift is of exactly one. */
  plan_ids: v.optional(boundedArray(Id, 50), []),
  expires_at: v.optional(v.nullable(Timestamp), null),
})
export type PromotionCodeInput = v.InferOutput<typeof PromotionCodeInput>

export const PromotionCode = v.object({
  id: Id,
  code: v.string(),
  kind: v.picklist(codeKinds),
  percent_off: v.nullable(v.number()),
  amount_off: v.nullable(Price),
  currency: v.nullable(Currency),
  duration: CodeDuration,
  duration_months: v.nullable(Count),
  redemptions_max: v.nullable(Count),
  /** How often it was used. */
  redeemed: Count,
  once_per_user: v.boolean(),
  plan_ids: v.array(Id),
  expires_at: v.nullable(Timestamp),
  /** When an admin ended it; null for any other. */
  ended_at: v.nullable(Timestamp),
  /** Whether it can be used now. */
  is_active: v.boolean(),
  created_at: Timestamp,
})
export type PromotionCode = v.InferOutput<typeof PromotionCode>

/** What a code makes of the purchase of a plan. */
export const CodeOffer = v.object({
  code: v.string(),
  kind: v.picklist(codeKinds),
  plan_id: Id,
  currency: Currency,
  /** The price of one period without the code; `reduced_price` is the one with it. */
  price: Price,
  reduced_price: Price,
  duration: CodeDuration,
  duration_months: v.nullable(Count),
  /** When a gift ends; null for a discount. */
  ends_at: v.nullable(Timestamp),
})
export type CodeOffer = v.InferOutput<typeof CodeOffer>
