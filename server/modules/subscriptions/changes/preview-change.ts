import * as v from 'valibot'
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import type { previewPlanChange as call } from '#contract/endpoints/billing.ts'
import { Currency } from '#contract/objects/plan.ts'
import { isoTime } from '../../../lib/time.ts'
import type { ChangePreview } from '../../../providers/payments/payments.ts'
import { decimalOf } from '../../../providers/payments/price-parts.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { mapPaymentErrors } from '../map-payment-errors.ts'
import { decideChange } from './decide-change.ts'
import { withPrice } from './with-price.ts'

/**
 * What a change of plan would cost at once. `quoted_at` goes back with the change, so that exactly this amount is
 * charged. Throws the errors of `decideChange`, and `payment_unavailable`.
 */
export async function previewChange(
  deps: BillingDeps,
  userId: number,
  { subscription_id, plan_id }: BodyOf<typeof call>,
): Promise<ResponseOf<typeof call>> {
  const change = await decideChange(deps, userId, { subscriptionId: subscription_id, planId: plan_id })
  // Stripe counts by whole seconds.
  const quotedAt = isoTime(Math.floor(deps.now() / 1000) * 1000)
  if (change.when === 'period_end') {
    const later = {
      due_now: '0.00',
      tax_now: '0.00',
      currency: v.parse(Currency, change.terms.currency),
      starts_at: change.row.current_period_end,
    }
    return { ...later, lines: [], quoted_at: quotedAt }
  }
  const preview = await mapPaymentErrors(
    withPrice(deps, change, quotedAt, (wanted) => deps.payments.previewChange(wanted)),
  )
  return {
    due_now: decimalOf(preview.dueNow),
    tax_now: decimalOf(preview.taxNow),
    currency: preview.currency,
    starts_at: quotedAt,
    lines: linesOf(preview).map(({ description, amount }) => ({ description, amount: decimalOf(amount) })),
    quoted_at: quotedAt,
  }
}

/** The lines with one for what they leave out, a tax on top or a credit, so that they add up to the amount due. */
function linesOf({ lines, dueNow, taxNow }: ChangePreview): ChangePreview['lines'] {
  const rest = lines.reduce((left, { amount }) => left - amount, dueNow)
  if (rest === 0 || lines.length === 0) return lines
  return [...lines, { description: rest === taxNow ? 'Tax' : 'Discounts and credit', amount: rest }]
}
