import { isoTime } from '../../../lib/time.ts'
import type { TermsRow } from '../../plans/plan-terms.repository.ts'
import type { BillingDeps } from '../billing.deps.ts'

/** The processor's price for terms, created at their first sale, and again in place of a `gone` one that it rejects. */
export async function ensurePrice({ db, payments, now }: BillingDeps, terms: TermsRow, gone?: string): Promise<string> {
  const find = db
    .selectFrom('payment_prices')
    .select('price_id')
    .where('terms_id', '=', terms.id)
    .where('source', '=', payments.kind)
  const known = await find.executeTakeFirst()
  if (known !== undefined && known.price_id !== gone) return known.price_id
  const { title, price, currency, interval } = terms
  const request = { key: String(terms.id), title, price, currency, interval }
  const made = await payments.createPrice({ ...request, ...(gone && { instead: gone }) })
  await db
    .insertInto('payment_prices')
    .values({ terms_id: terms.id, source: payments.kind, price_id: made, created_at: isoTime(now()) })
    .onConflict((first) =>
      first
        .columns(['terms_id', 'source'])
        .doUpdateSet({ price_id: made })
        .where('payment_prices.price_id', '=', gone ?? ''),
    )
    .execute()
  return (await find.executeTakeFirst())?.price_id ?? made
}
