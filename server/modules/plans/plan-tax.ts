import type { Plan, TaxBehavior } from '#contract/objects/plan.ts'
import type { Config } from '../../config/config.ts'

/** Where prices are customarily given without tax; in other currencies they include it. */
const exclusive: readonly string[] = ['USD', 'CAD']

/** How the tax relates to prices in a currency, such as `USD`. */
export const taxBehaviorOf = (currency: string): TaxBehavior =>
  exclusive.includes(currency) ? 'exclusive' : 'inclusive'

/** A plan on sale with what a tax would do to its price. */
export const withTax = (plan: Plan, { stripe }: Pick<Config, 'stripe'>): Plan => ({
  ...plan,
  tax: stripe.tax && plan.price !== '0.00' ? taxBehaviorOf(plan.currency) : null,
})
