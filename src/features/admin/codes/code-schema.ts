import * as v from 'valibot'
import { currencies } from '#contract/objects/plan.ts'
import { CodeDuration, GivenCode, type PromotionCodeInput } from '#contract/objects/promotion-code.ts'
import { says } from '#contract/primitives.ts'
import { GrantEnd } from '../user-page/grant-end-field.tsx'

/** A text input; empty is null. */
const typedNumber = (message: Parameters<typeof says>[0]) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{0,7}$/, says(message)),
    v.transform((text) => (text === '' ? null : Number(text))),
  )

/** What the two forms have in common: a gift leaves out what is taken off. */
export const CodeFormInput = v.object({
  code: GivenCode,
  percent_off: typedNumber('percent_range'),
  amount_off: v.pipe(
    v.string(),
    v.trim(),
    v.transform((text) => text.replace(',', '.')),
    v.regex(/^(?:\d{1,6}(?:\.\d{1,2})?)?$/, says('amount_required')),
    v.transform((text) => (text === '' ? null : Number(text).toFixed(2))),
  ),
  currency: v.picklist(currencies, says('currency_required')),
  duration: CodeDuration,
  duration_months: typedNumber('months_range'),
  redemptions_max: typedNumber('redemptions_range'),
  once_per_user: v.boolean(),
  /** The ids of plans, none for all; of a gift the id of its plan. */
  plan_ids: v.union([v.string(), v.array(v.string())]),
  expires_at: GrantEnd,
})

export const initialCode = (kind: PromotionCodeInput['kind']) => ({
  code: '',
  percent_off: '',
  amount_off: '',
  currency: 'USD' as const,
  duration: 'once' as const,
  duration_months: '',
  redemptions_max: '',
  once_per_user: true,
  plan_ids: kind === 'gift' ? '' : [],
  expires_at: '',
})

export function codeBody(
  kind: PromotionCodeInput['kind'],
  values: v.InferOutput<typeof CodeFormInput>,
): PromotionCodeInput {
  const { plan_ids, amount_off, currency, expires_at = null, ...rest } = values
  const plans = [plan_ids].flat().filter((id) => id !== '')
  return {
    ...rest,
    kind,
    amount_off,
    currency: amount_off === null ? null : currency,
    plan_ids: plans.map(Number),
    expires_at,
  }
}
