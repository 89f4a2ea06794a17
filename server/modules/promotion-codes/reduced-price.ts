import type { Selectable } from 'kysely'
import type { PromotionCodesTable } from '../../db/schema/schema-payments.ts'

type Reduction = Pick<Selectable<PromotionCodesTable>, 'percent_off' | 'amount_off'>

/** An amount in hundredths less the discount of a code. The part that is taken off is rounded, as Stripe does. */
export function reduced(amount: number, { percent_off, amount_off }: Reduction): number {
  const off = percent_off === null ? (amount_off ?? 0) : Math.round((amount * percent_off) / 100)
  return Math.max(0, amount - off)
}
