import * as v from 'valibot'
import { isPriceSold, PlanInput } from '#contract/objects/plan.ts'
import { says } from '#contract/primitives.ts'

const FEATURES_MAX = 40
/** The maximum length of one feature in characters. */
const FEATURE_MAX = 200

/** A text input, so that an invalid number differs from an empty field. */
const typedLimit = <Prefix extends 'tokens_limit' | 'searches_limit'>(prefix: Prefix) =>
  v.pipe(
    v.string(says(`${prefix}_required`)),
    v.trim(),
    v.nonEmpty(says(`${prefix}_required`)),
    v.regex(/^[+-]?\d{1,15}(?:[.,]\d+)?$/, says(`${prefix}_number`)),
    // "500,000" means half a million or five hundred, depending on the language, so it is refused.
    v.regex(/^[+-]?\d+$/, says(`${prefix}_integer`)),
    v.transform(Number),
    v.minValue(0, says(`${prefix}_negative`)),
  )

/** Normalises a price to two decimals: "9", "9.9" and "9.90" become "9.00", "9.90" and "9.90". */
const typedPrice = v.pipe(
  v.string(says('price_required')),
  v.trim(),
  v.nonEmpty(says('price_required')),
  v.regex(/^\d{1,8}(?:\.\d{0,2})?$/, says('price_invalid')),
  v.transform((text) => Number(text).toFixed(2)),
  v.check(isPriceSold, says('price_range')),
)

/** The schema of the plan form: the contract's rules for text inputs. */
export const PlanForm = v.object({
  ...PlanInput.entries,
  price: typedPrice,
  features: v.pipe(
    v.array(v.string()),
    v.minLength(1, says('features_required')),
    v.maxLength(FEATURES_MAX, says('too_long')),
    v.check((features) => features.every(({ length }) => length <= FEATURE_MAX), says('too_long')),
  ),
  tokens_limit: typedLimit('tokens_limit'),
  searches_limit: typedLimit('searches_limit'),
})
export type PlanFormValues = v.InferOutput<typeof PlanForm>
