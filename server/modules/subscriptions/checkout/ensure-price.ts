import { isoTime } from '../../../lib/time.ts'
import { taxBehaviorOf } from '../../plans/plan-tax.ts'
import type { TermsRow } from '../../plans/plan-terms.repository.ts'
import type { BillingDeps } from '../billing.deps.ts'

/**
 * The processor's price for terms, created at their first sale, and again in place of a `rejected` one that it rejects
 * or, with taxes, of one that does not say whether it includes them.
 */
export async function ensurePrice(
  { db, payments, config, now }: BillingDeps,
  terms: TermsRow,
  rejected?: string,
): Promise<string> {
  const find = db
    .selectFrom('payment_prices')
    .select(['price_id', 'tax_behavior'])
    .where('terms_id', '=', terms.id)
    .where('source', '=', payments.kind)
  const known = await find.executeTakeFirst()
  const isUsable = known !== undefined && (known.tax_behavior !== null || !config.stripe.tax)
  if (isUsable && known.price_id !== rejected) return known.price_id
  const gone = known?.price_id
  const { title, price, currency, interval } = terms
  const tax_behavior = taxBehaviorOf(currency)
  const request = { key: String(terms.id), title, price, currency, interval, taxBehavior: tax_behavior }
  const made = await payments.createPrice({ ...request, ...(gone && { instead: gone }) })
  await db
    .insertInto('payment_prices')
    .values({ terms_id: terms.id, source: payments.kind, price_id: made, tax_behavior, created_at: isoTime(now()) })
    .onConflict((first) =>
      first
        .columns(['terms_id', 'source'])
        .doUpdateSet({ price_id: made, tax_behavior })
        .where('payment_prices.price_id', '=', gone ?? ''),
    )
    .execute()
  return (await find.executeTakeFirst())?.price_id ?? made
}
