import type { PlanInput } from '#contract/objects/plan.ts'
import type { Flag } from '../../../db/schema/columns.ts'
import { cleanText } from '../../../lib/text/clean-text.ts'

export function planValues(input: PlanInput) {
  return {
    name: cleanText(input.name),
    title: cleanText(input.title),
    description: cleanText(input.description),
    price: input.price,
    currency: input.currency,
    interval: input.interval,
    features: JSON.stringify(input.features.map(cleanText)),
    is_enabled: (input.is_enabled ? 1 : 0) as Flag,
    tokens_limit: input.tokens_limit,
    searches_limit: input.searches_limit,
  }
}
